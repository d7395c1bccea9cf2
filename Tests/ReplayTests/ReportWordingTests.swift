import Testing

@testable import Replay

/// The exact text of each report for one run.
struct ReportWordingTests {
  @Test func `the text report omits good files`() {
    let wanted = ##"""
      shuffled by seed 42
      transcripts/it's #1.chat:6: differs (- wanted, + got)
       1 |   @ transcript 1
       2 |   bot> Username?
       3 |   you> a
       4 |   bot! No
       5 |   you> b
       6 | - bot+ Fine 漢字
         |               ^^
         | + bot+ Fine 漢語
         |               ^^
       7 |   bot> Password?
          … and 1 more turn follows
        again: signup-bot replay 'transcripts/it'\''s #1.chat'

      broken.chat:3: the setting a\u{1B}[31m must come before the conversation
      unusable.chat:2: @ seed is no number
      gone.chat:1: can't be opened: No such file or directory
      early.chat:4: agrees, although "@ expect-failure" says that it differs: issue #8
      a, b: 100%.chat:5: a secret was about to be written here
      1 agrees, 1 differs, 3 broken, 1 failed as expected, 1 passed unexpectedly, 1 leaks a secret in 0.021 s (333 transcripts/s)

      """##
    #expect(MixedRun.report(.text, seed: 42) == wanted)
  }

  @Test func `the TAP report has a test point for each file, with the reason`() {
    let wanted = ##"""
      TAP version 14
      1..8
      # shuffled by seed 42
      ok 1 - transcripts/good.chat
      not ok 2 - transcripts/it's \#1.chat
        ---
        message: "differs"
        severity: fail
        verdict: differs
        at:
          file: "transcripts/it's #1.chat"
          line: 6
        before:
          - "@ transcript 1"
          - "bot> Username?"
          - "you> a"
          - "bot! No"
        wanted:
          - "you> b"
          - "bot+ Fine 漢字"
          - "bot> Password?"
        got:
          - "you> b"
          - "bot+ Fine 漢語"
          - "bot> Password?"
        following: 1
        again: "signup-bot replay 'transcripts/it'\\''s #1.chat'"
        ...
      not ok 3 - broken.chat
        ---
        message: "the setting a\\u{1B}[31m must come before the conversation"
        severity: fail
        verdict: broken
        at:
          file: "broken.chat"
          line: 3
        ...
      not ok 4 - unusable.chat
        ---
        message: "@ seed is no number"
        severity: fail
        verdict: unusable
        at:
          file: "unusable.chat"
          line: 2
        ...
      not ok 5 - gone.chat
        ---
        message: "can't be opened: No such file or directory"
        severity: fail
        verdict: unreadable
        at:
          file: "gone.chat"
          line: 1
        ...
      not ok 6 - later.chat # TODO issue \#7 \\ <soon>
      ok 7 - early.chat # TODO issue \#8
        ---
        message: "agrees, although \"@ expect-failure\" says that it differs: issue #8"
        severity: fail
        verdict: passedUnexpectedly
        at:
          file: "early.chat"
          line: 4
        ...
      not ok 8 - a, b: 100%.chat
        ---
        message: "a secret was about to be written here"
        severity: fail
        verdict: leaks
        at:
          file: "a, b: 100%.chat"
          line: 5
        ...
      # 1 agrees, 1 differs, 3 broken, 1 failed as expected, 1 passed unexpectedly, 1 leaks a secret in 0.021 s (333 transcripts/s)

      """##
    #expect(MixedRun.report(.tap, seed: 42) == wanted)
  }

  @Test func `the JUnit report has a test case for each file`() {
    let wanted = ##"""
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="signup-bot replay" tests="8" failures="3" errors="3" skipped="1" time="0.021">
        <properties>
          <property name="seed" value="42"/>
        </properties>
        <testcase classname="transcripts" name="good.chat" time="0.001"/>
        <testcase classname="transcripts" name="it's #1.chat" time="0.001">
          <failure message="transcripts/it's #1.chat:6: differs" type="differs">transcripts/it's #1.chat:6: differs (- wanted, + got)
       1 |   @ transcript 1
       2 |   bot&gt; Username?
       3 |   you&gt; a
       4 |   bot! No
       5 |   you&gt; b
       6 | - bot+ Fine 漢字
         |               ^^
         | + bot+ Fine 漢語
         |               ^^
       7 |   bot&gt; Password?
          … and 1 more turn follows
        again: signup-bot replay 'transcripts/it'\''s #1.chat'</failure>
        </testcase>
        <testcase classname="." name="broken.chat" time="0.001">
          <error message="broken.chat:3: the setting a\u{1B}[31m must come before the conversation" type="broken">broken.chat:3: the setting a\u{1B}[31m must come before the conversation</error>
        </testcase>
        <testcase classname="." name="unusable.chat" time="0.001">
          <error message="unusable.chat:2: @ seed is no number" type="unusable">unusable.chat:2: @ seed is no number</error>
        </testcase>
        <testcase classname="." name="gone.chat" time="0.001">
          <error message="gone.chat:1: can't be opened: No such file or directory" type="unreadable">gone.chat:1: can't be opened: No such file or directory</error>
        </testcase>
        <testcase classname="." name="later.chat" time="0.001">
          <skipped message="issue #7 \ &lt;soon&gt;"/>
        </testcase>
        <testcase classname="." name="early.chat" time="0.001">
          <failure message="early.chat:4: agrees, although &quot;@ expect-failure&quot; says that it differs: issue #8" type="passedUnexpectedly">early.chat:4: agrees, although &quot;@ expect-failure&quot; says that it differs: issue #8</failure>
        </testcase>
        <testcase classname="." name="a, b: 100%.chat" time="0.001">
          <failure message="a, b: 100%.chat:5: a secret was about to be written here" type="leaks">a, b: 100%.chat:5: a secret was about to be written here</failure>
        </testcase>
      </testsuite>

      """##
    #expect(MixedRun.report(.junit, seed: 42) == wanted)
  }

  @Test func `the GitHub report contains only bad files`() {
    let wanted = ##"""
      shuffled by seed 42
      ::error file=transcripts/it's #1.chat,line=6,title=The transcript differs::transcripts/it's #1.chat:6: differs (- wanted, + got)%0A 1 |   @ transcript 1%0A 2 |   bot> Username?%0A 3 |   you> a%0A 4 |   bot! No%0A 5 |   you> b%0A 6 | - bot+ Fine 漢字%0A   |               ^^%0A   | + bot+ Fine 漢語%0A   |               ^^%0A 7 |   bot> Password?%0A    … and 1 more turn follows%0A  again: signup-bot replay 'transcripts/it'\''s #1.chat'
      ::error file=broken.chat,line=3,title=The transcript is broken::broken.chat:3: the setting a\u{1B}[31m must come before the conversation
      ::error file=unusable.chat,line=2,title=A setting is unusable::unusable.chat:2: @ seed is no number
      ::error file=gone.chat,line=1,title=The transcript is unreadable::gone.chat:1: can't be opened: No such file or directory
      ::error file=early.chat,line=4,title=The transcript agrees unexpectedly::early.chat:4: agrees, although "@ expect-failure" says that it differs: issue #8
      ::error file=a%2C b%3A 100%25.chat,line=5,title=A secret leaks::a, b: 100%25.chat:5: a secret was about to be written here
      1 agrees, 1 differs, 3 broken, 1 failed as expected, 1 passed unexpectedly, 1 leaks a secret in 0.021 s (333 transcripts/s)

      """##
    #expect(MixedRun.report(.github, seed: 42) == wanted)
  }

  @Test func `the JSON report has an event for each file`() {
    let wanted = ##"""
      {"event":"begin","files":8,"seed":"42"}
      {"event":"finding","path":"transcripts/good.chat","verdict":"agrees","transcripts":1,"milliseconds":1.234}
      {"event":"finding","path":"transcripts/it's #1.chat","verdict":"differs","line":6,"before":["@ transcript 1","bot> Username?","you> a","bot! No"],"wanted":["you> b","bot+ Fine 漢字","bot> Password?"],"got":["you> b","bot+ Fine 漢語","bot> Password?"],"following":1,"transcripts":1,"milliseconds":1.234}
      {"event":"finding","path":"broken.chat","verdict":"broken","line":3,"reason":"the setting a\\u{1B}[31m must come before the conversation","transcripts":1,"milliseconds":1.234}
      {"event":"finding","path":"unusable.chat","verdict":"unusable","line":2,"reason":"@ seed is no number","transcripts":1,"milliseconds":1.234}
      {"event":"finding","path":"gone.chat","verdict":"unreadable","line":1,"reason":"can't be opened: No such file or directory","transcripts":0,"milliseconds":1.234}
      {"event":"finding","path":"later.chat","verdict":"failedAsExpected","why":"issue #7 \\ <soon>","transcripts":1,"milliseconds":1.234}
      {"event":"finding","path":"early.chat","verdict":"passedUnexpectedly","line":4,"reason":"agrees, although \"@ expect-failure\" says that it differs: issue #8","transcripts":1,"milliseconds":1.234}
      {"event":"finding","path":"a, b: 100%.chat","verdict":"leaks","line":5,"reason":"a secret was about to be written here","transcripts":1,"milliseconds":1.234}
      {"event":"end","files":8,"agree":1,"differ":1,"broken":3,"failedAsExpected":1,"passedUnexpectedly":1,"leak":1,"transcripts":7,"milliseconds":21.000}

      """##
    #expect(MixedRun.report(.jsonl, seed: 42) == wanted)
  }

  @Test func `the report of a run with only good files is one line`() {
    let good = (0..<3).map { MixedRun.finding("\($0).chat", .agrees, transcripts: 100) }
    let sentence = "3 agree, 0 differ, 0 broken in 0.021 s (14,286 transcripts/s)\n"
    #expect(MixedRun.report(.text, good) == sentence)
    #expect(MixedRun.report(.github, good) == sentence)
    #expect(MixedRun.report(.text, good, colour: true) == sentence)
  }

  @Test func `reports without files are valid`() {
    #expect(MixedRun.report(.text, []) == "0 agree, 0 differ, 0 broken in 0.021 s\n")
    #expect(MixedRun.report(.tap, []).hasPrefix("TAP version 14\n1..0\n"))
  }

  @Test func `a summary without a duration has no rate, and one transcript is singular`() {
    var summary = Summary()
    summary.add(MixedRun.finding("a", .leaks(line: 1)))
    summary.add(MixedRun.finding("b", .leaks(line: 1), transcripts: 0))
    let ink = Ink(hasColour: false)
    #expect(summary.sentence(ink) == "0 agree, 0 differ, 0 broken, 2 leak secrets in 0.000 s")
    summary.duration = .seconds(1)
    #expect(summary.sentence(ink).hasSuffix(" in 1.000 s (1 transcript/s)"))
    summary.duration = .seconds(-1)
    #expect(summary.sentence(ink).hasSuffix(" in 0.000 s"))
    summary.duration = .seconds(Int64.max)
    #expect(summary.sentence(ink).hasSuffix(" (0 transcripts/s)"))
  }
}
