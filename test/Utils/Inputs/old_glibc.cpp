// What a tool uses of glibc and libstdc++ that has new versions.
#include <cmath>
#include <cstdio>
#include <memory>
#include <mutex>
#include <random>
#include <shared_mutex>
#include <string>
#include <thread>

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/stat.h>

namespace {
struct Global {
  std::string Text = "constructed";
  ~Global() { std::puts("destroyed"); }
} Constructed;
} // namespace

int main(int Argc, char **Argv) {
  std::printf("%s with %d arguments\n", Constructed.Text.c_str(), Argc - 1);
  double X = Argc;
  std::printf("%.3f %.3f %.3f %.3f\n", std::pow(X, 0.5), std::exp(X),
              std::log(X), std::log2(X));
  struct stat Kind;
  std::printf("stat %d, fstat %d, nothing %d\n", stat(Argv[0], &Kind),
              fstat(0, &Kind), lstat("/nothing", &Kind));
  std::shared_mutex Mutex;
  auto Shared = std::make_shared<int>(0);
  std::thread Thread([&, Shared] {
    char Name[16] = "";
    pthread_setname_np(pthread_self(), "worker");
    pthread_getname_np(pthread_self(), Name, sizeof Name);
    std::unique_lock Lock(Mutex);
    *Shared = 1;
    std::printf("thread %s\n", Name);
  });
  Thread.join();
  std::printf("shared %d\n", *Shared);
  void *Self = dlopen(nullptr, RTLD_NOW);
  std::printf("found %d\n", dlsym(Self, "malloc") != nullptr);
  std::printf("memory %d\n", mallinfo2().uordblks > 0);
  std::printf("random %d\n", std::random_device()() != std::random_device()());
  try {
    throw std::string("thrown");
  } catch (const std::string &Text) {
    std::printf("caught %s\n", Text.c_str());
  }
}
