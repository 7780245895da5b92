//===- ModelServer.cpp - A model behind HTTP ------------------------------===//
//
//   model-server MODEL [--host=ADDRESS] [--port=N] [--threads=N]
//                [--connections=N] [--max-body=MIB] [--address=FILE] [--exact]
//
// GET /healthz, GET /v1/model, POST /v1/run; see docs/Deploying.md.
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"
#include "fx/IR/NodeDiagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <csignal>
#include <fstream>
#include <httplib.h>
#include <semaphore>
#include <thread>

using nlohmann::json;

static constexpr char NPZ[] = "application/x-npz";
static constexpr char JSON[] = "application/json";

namespace {
struct Options {
  std::string Model, Host = "127.0.0.1", Address;
  unsigned Port = 8080;
  /// Of LibTorch, for one run.
  unsigned Threads = 1;
  /// A connection that is kept open has a thread of the server.
  unsigned Connections = 64;
  unsigned MaxBody = 64;
  bool Exact = false;
};

/// A run failed for a reason that is not the request.
struct RunFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A turn, for as long as a run takes.
struct Turn {
  std::counting_semaphore<> &Free;
  explicit Turn(std::counting_semaphore<> &Free) : Free(Free) {
    Free.acquire();
  }
  ~Turn() { Free.release(); }
};
} // namespace

static constexpr llvm::StringLiteral Usage =
    "usage: model-server MODEL [--host=ADDRESS] [--port=N] [--threads=N] "
    "[--connections=N] [--max-body=MIB] [--address=FILE] [--exact]";

static Options parseArguments(llvm::ArrayRef<char *> Args) {
  Options Opts;
  for (llvm::StringRef Arg : Args) {
    if (Arg == "--help" || Arg == "-h") {
      llvm::outs() << Usage << '\n';
      std::exit(0);
    }
    auto [Name, Value] = Arg.split('=');
    unsigned *Number = llvm::StringSwitch<unsigned *>(Name)
                           .Case("--port", &Opts.Port)
                           .Case("--threads", &Opts.Threads)
                           .Case("--connections", &Opts.Connections)
                           .Case("--max-body", &Opts.MaxBody)
                           .Default(nullptr);
    if (Number && !Value.getAsInteger(10, *Number))
      continue;
    if (Name == "--host")
      Opts.Host = Value;
    else if (Name == "--address")
      Opts.Address = Value;
    else if (Arg == "--exact")
      Opts.Exact = true;
    else if (Arg.starts_with("-") || !Opts.Model.empty())
      throw std::runtime_error("cannot use the argument " + Arg.str());
    else
      Opts.Model = Arg;
  }
  if (Opts.Port > 65535)
    throw std::runtime_error("--port takes a number up to 65535");
  if (!Opts.Threads || !Opts.Connections)
    throw std::runtime_error("--threads and --connections take 1 or more");
  if (Opts.Model.empty())
    throw std::runtime_error("no model is named\n" + std::string(Usage));
  return Opts;
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

static json describe(llvm::ArrayRef<fx::ModelLeaf> Leaves) {
  json Result = json::array();
  for (const fx::ModelLeaf &Leaf : Leaves) {
    json &L = Result.emplace_back(json{{"name", Leaf.Name}});
    if (Leaf.IsOptional)
      L["optional"] = true;
    if (Leaf.IsNumber)
      L["number"] = true;
    if (!Leaf.Type)
      continue;
    L["dtype"] = fx::toString(*Leaf.Type).str();
    L["shape"] = json::array();
    for (const fx::ModelSize &Size : Leaf.Sizes) {
      json S = Size.Symbol.empty() ? json(Size.Fixed) : json(Size.Symbol);
      if (Size.Min || Size.Max)
        S = {{"symbol", Size.Symbol}};
      if (Size.Min)
        S["min"] = *Size.Min;
      if (Size.Max)
        S["max"] = *Size.Max;
      L["shape"].push_back(std::move(S));
    }
  }
  return Result;
}

/// The leaves in the order of the model.
static std::vector<c10::IValue> inOrder(const fx::CompiledModel &Model,
                                        const Named &Given) {
  for (const auto &[Name, Value] : Given)
    if (llvm::none_of(Model.inputs(), [&, &Name = Name](const auto &Leaf) {
          return Leaf.Name == Name;
        }))
      throw BadRequest("the model has no input '" + Name +
                       "'; its inputs are " + describe(Model.inputs()).dump());
  std::vector<c10::IValue> Values;
  size_t Used = 0;
  for (const fx::ModelLeaf &Leaf : Model.inputs()) {
    auto Found = llvm::find_if(
        Given, [&](const auto &G) { return G.first == Leaf.Name; });
    if (Found == Given.end()) {
      if (!Leaf.IsOptional)
        throw BadRequest("input '" + Leaf.Name + "' is missing");
      continue;
    }
    ++Used;
    Values.push_back(Leaf.IsNumber
                         ? c10::IValue(Found->second.toTensor().item())
                         : Found->second);
  }
  if (Used != Given.size())
    throw BadRequest("an input is given twice");
  return Values;
}

static Named run(const fx::CompiledModel &Model, const Named &Given) {
  auto Values = Model.runLeaves(inOrder(Model, Given));
  if (!Values) {
    bool IsRun = false;
    std::string Text;
    llvm::handleAllErrors(
        Values.takeError(),
        [&](const fx::DiagnosticError &E) {
          IsRun = E.diagnostic().Id == fx::diag::err_run_node;
          Text = E.message();
        },
        [&](const llvm::ErrorInfoBase &E) { Text = E.message(); });
    if (IsRun)
      throw RunFailure(Text);
    throw BadRequest(Text);
  }
  Named Outputs;
  for (const auto &[I, Value] : llvm::enumerate(*Values)) {
    std::string Name =
        I < Model.outputs().size() ? Model.outputs()[I].Name : "";
    if (Name.empty())
      Name = Values->size() == 1 ? "output" : "[" + std::to_string(I) + "]";
    Outputs.push_back({Name, Value});
  }
  return Outputs;
}

//===----------------------------------------------------------------------===//
// The server
//===----------------------------------------------------------------------===//

/// Answers with what \p Fn throws, if it does.
static void answer(httplib::Response &Out, llvm::function_ref<void()> Fn) {
  auto Fail = [&](int Status, const std::string &Text) {
    Out.status = Status;
    Out.set_content(json{{"error", Text}}.dump(-1, ' ', false,
                                               json::error_handler_t::replace),
                    JSON);
  };
  try {
    Fn();
  } catch (const BadRequest &E) {
    Fail(400, E.what());
  } catch (const std::exception &E) {
    // What follows is of the machine that exported the model: stack traces.
    llvm::StringRef Text = E.what();
    llvm::errs() << Text << '\n';
    Fail(500, Text.split('\n').first.str());
  }
}

static void serve(const fx::CompiledModel &Model, const Options &Opts) {
  // No more runs at once than there are processors for.
  std::counting_semaphore<> Free(
      std::max(1u, std::thread::hardware_concurrency() / Opts.Threads));
  httplib::Server Server;
  Server.new_task_queue = [&] {
    return new httplib::ThreadPool(Opts.Connections);
  };
  const size_t MaxBody = size_t(Opts.MaxBody) << 20;
  Server.set_payload_max_length(MaxBody);
  Server.set_keep_alive_max_count(std::numeric_limits<size_t>::max());
  Server.set_tcp_nodelay(true);

  Server.Get("/healthz", [](const httplib::Request &, httplib::Response &Out) {
    Out.set_content("ok\n", "text/plain");
  });
  Server.Get("/v1/model",
             [&](const httplib::Request &, httplib::Response &Out) {
               Out.set_content(json{{"inputs", describe(Model.inputs())},
                                    {"outputs", describe(Model.outputs())}}
                                   .dump(),
                               JSON);
             });
  Server.Post("/v1/run", [&](const httplib::Request &In, httplib::Response &Out,
                             const httplib::ContentReader &Read) {
    // The library looks at the length that the header says, which bodies in
    // chunks do not have and packed ones exceed.
    std::string Body;
    bool TooLarge = false;
    bool IsRead = Read([&](const char *Data, size_t Size) {
      TooLarge = Body.size() + Size > MaxBody;
      if (!TooLarge)
        Body.append(Data, Size);
      return !TooLarge;
    });
    if (TooLarge)
      Out.status = 413;
    if (!IsRead)
      return;
    answer(Out, [&] {
      bool IsNPZ = In.get_header_value("Content-Type") == NPZ;
      std::string Accept = In.get_header_value("Accept");
      Named Given =
          IsNPZ ? readNPZ(Body, MaxBody) : readJSON(Body, Model.inputs());
      Named Values = [&] {
        Turn Mine(Free);
        return run(Model, Given);
      }();
      if (Accept == NPZ || (IsNPZ && Accept != JSON))
        Out.set_content(writeNPZ(Values), NPZ);
      else
        Out.set_content(writeJSON(Values), JSON);
    });
  });
  // What the library refuses itself.
  Server.set_error_handler(
      [&](const httplib::Request &, httplib::Response &Out) {
        if (Out.body.empty())
          Out.set_content(
              json{{"error", Out.status == 413
                                 ? "the body is larger than " +
                                       std::to_string(Opts.MaxBody) + " MiB"
                                 : "this is not a request of the server; it "
                                   "has GET /healthz, "
                                   "GET /v1/model, POST /v1/run"}}
                  .dump(),
              JSON);
      });

  // The library's own options have SO_REUSEPORT, with which a second server at
  // the same port takes a part of the requests.
  Server.set_socket_options([](socket_t Socket) {
    int On = 1;
    setsockopt(Socket, SOL_SOCKET, SO_REUSEADDR, &On, sizeof(On));
  });
  int Port =
      Opts.Port
          ? (Server.bind_to_port(Opts.Host, Opts.Port) ? int(Opts.Port) : -1)
          : Server.bind_to_any_port(Opts.Host);
  if (Port < 0)
    throw std::runtime_error("cannot listen at " + Opts.Host + ":" +
                             std::to_string(Opts.Port));
  // Threads inherit the mask, so that the signals arrive here alone.
  sigset_t Stop;
  sigemptyset(&Stop);
  sigaddset(&Stop, SIGTERM);
  sigaddset(&Stop, SIGINT);
  pthread_sigmask(SIG_BLOCK, &Stop, nullptr);
  std::thread Listener([&] { Server.listen_after_bind(); });
  std::string URL = "http://" + Opts.Host + ":" + std::to_string(Port);
  llvm::outs() << "serving " << Opts.Model << " at " << URL << '\n';
  llvm::outs().flush();
  if (!Opts.Address.empty())
    std::ofstream(Opts.Address) << URL << '\n';
  int Signal;
  sigwait(&Stop, &Signal);
  // Requests that have come are answered.
  Server.stop();
  Listener.join();
  llvm::outs() << "stopped\n";
}

int main(int Argc, char **Argv) {
  try {
    Options Opts = parseArguments({Argv + 1, Argv + Argc});
    at::set_num_threads(int(Opts.Threads));
    fx::CompileOptions Compile;
    if (Opts.Exact)
      Compile.Prepare = fx::CompileOptions::Preparation::Exact;
    auto Model = fx::CompiledModel::load(Opts.Model, Compile);
    if (!Model)
      throw std::runtime_error(llvm::toString(Model.takeError()));
    serve(**Model, Opts);
  } catch (const std::exception &E) {
    llvm::errs() << "model-server: " << E.what() << '\n';
    return 1;
  }
}
