import TestSupport
import Testing

@testable import Accounts

/// The questions of a policy file.
struct FormJSONTests {
  @Test func `every key of a question can be read`() throws {
    let questions = try FormFile.read(
      #"""
      [{"name": "email", "ask": {"en": "E-mail?", "zh-Hans": "邮箱？"}, "rule": "email",
        "label": {"en": "E-mail"}, "scim": "emails[0].value", "ldap": "mail"},
       {"name": "key", "ask": "Key?", "rule": "ssh-public-key", "required": false, "label": "Key"},
       {"name": "about", "ask": "Why?", "length": {"min": 20, "max": 1000}},
       {"name": "shell", "ask": "Shell?", "choices": ["bash", "zsh"], "default": "bash"},
       {"name": "terms", "ask": "Terms?", "rule": "accepted", "refusal": {"en": "Please."}},
       {"name": "student", "ask": "Number?", "rule": "pattern", "pattern": "s[0-9]{6}"},
       {"name": "room", "ask": "Room?", "pattern": "[A-F][0-9]", "length": {"max": 2},
        "refusal": "patternDiffers"},
       {"name": "free", "ask": "Free?", "length": {"min": 3}}]
      """#)
    var email = FormQuestion(name: "email", ask: ["en": "E-mail?", "zh-Hans": "邮箱？"])
    (email.rule, email.label) = (.email, ["en": "E-mail"])
    (email.scim, email.ldap) = ("emails[0].value", "mail")
    var key = FormQuestion(name: "key", ask: ["en": "Key?"])
    (key.rule, key.isRequired, key.label) = (.sshPublicKey, false, ["en": "Key"])
    var about = FormQuestion(name: "about", ask: ["en": "Why?"])
    about.length = 20...1000
    var shell = FormQuestion(name: "shell", ask: ["en": "Shell?"])
    (shell.rule, shell.standard) = (.choices(["bash", "zsh"]), "bash")
    var terms = FormQuestion(name: "terms", ask: ["en": "Terms?"])
    (terms.rule, terms.refusal) = (.accepted, .texts(["en": "Please."]))
    var student = FormQuestion(name: "student", ask: ["en": "Number?"])
    student.rule = .pattern("s[0-9]{6}")
    var room = FormQuestion(name: "room", ask: ["en": "Room?"])
    (room.rule, room.length) = (.pattern("[A-F][0-9]"), 1...2)
    room.refusal = .reason(.patternDiffers)
    var free = FormQuestion(name: "free", ask: ["en": "Free?"])
    free.length = 3...65_536
    #expect(questions == [email, key, about, shell, terms, student, room, free])
  }

  @Test func `a policy without questions has no key for them`() throws {
    #expect(try FormFile.read("[]").isEmpty)
    for policy in Policy.named { #expect(!policy.json.contains("questions")) }
  }

  @Test func `reading a printed policy with questions gives the same policy`() throws {
    var most = 0
    for var fuzz in FuzzCase.cases(300) {
      var policy = Policy.rxswift
      policy.questions = fuzz.form()
      most = max(most, policy.questions.count)
      let text = policy.json
      let back = try Policy(json: Array(text.utf8))
      #expect(back == policy, "\(fuzz.name)")
      #expect(back.json == text, "\(fuzz.name)")
    }
    #expect(most > 4 || FuzzCase.cases(2).count == 1)
  }

  @Test func `a form with random changes is read or refused with its place`() throws {
    let pieces = [
      "\"rule\": \"email\",", "\"required\": false,", "\"default\": \"a\",",
      "\"choices\": [\"a\"],",
      "\"pattern\": \"(\",", "\"length\": {\"min\": 3},", "{", "}", "[", "]", "\"", "\\u0000",
      "null",
    ]
    var (read, refused) = (0, 0)
    for var fuzz in FuzzCase.cases(2_000) {
      var policy = Policy.simple
      policy.questions = fuzz.form()
      let file = fuzz.mutated(Array(policy.json.utf8), pieces)
      do throws(JSONFileError) {
        let policy = try Policy(json: file)
        read += 1
        #expect(try Policy(json: Array(policy.json.utf8)) == policy, "\(fuzz.name)")
        for question in policy.questions {
          for text in ["", "a", "1", "ann@example.org", "é漢😀\0"] { _ = question.judge(text) }
          if let standard = question.standard {
            #expect(question.judge(standard).isValid, "\(fuzz.name)")
          }
        }
      } catch {
        refused += 1
        #expect(!error.why.isEmpty, "\(fuzz.name)")
      }
    }
    #expect(read + refused == 1 || read > 30 && refused > 300)
  }
}
