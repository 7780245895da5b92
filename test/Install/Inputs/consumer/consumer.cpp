#include "fx/Config.h"
#include "fx/Support/Version.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  llvm::outs() << "compiled against libFX " FX_VERSION_STRING ", runs with "
               << fx::getVersion() << "\n";
  return 0;
}
