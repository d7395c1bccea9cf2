import Testing

@testable import Accounts

/// The questions of a policy file.
struct FormJSONTests {
  @Test func `every key of a question can be read`() throws {
    let questions = try FormFile.read(FormFile.everyKey)
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
}
