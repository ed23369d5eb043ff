// Access for the tests, which damage structures to see that unsound() reports it.
#pragma once

namespace combien::tests {

struct Peer;

}  // namespace combien::tests
