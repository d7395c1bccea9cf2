import Secrets
import Testing

@testable import HTTPExchange

#if HTTP
  import NIOCore

  struct SecretBodyTests {
    @Test func `a body is copied when it is asked for, and the copy is wiped`() {
      let trace = Trace()
      let body = SecretBody(Secret("xqzv-kjwp"), trace)
      #expect(!trace.mayHaveArrived)
      let copy = body.lend()
      #expect(trace.mayHaveArrived)
      #expect(String(buffer: copy) == "xqzv-kjwp")
      body.wipe()
      #expect(Array(buffer: copy) == Array(repeating: 0, count: 9))
    }
  }
#endif
