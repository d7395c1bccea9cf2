import ArgumentParser
import Chat

/// The options of a conversation that decide what it needs.
struct DoctorOptions: ParsableArguments {
  @OptionGroup(title: "Conversation options") var rules: RuleOptions
  @OptionGroup(title: "Service options") var service: ServiceOptions
  @OptionGroup(title: "Service options") var conversationService: ConversationServiceOptions
  @OptionGroup(title: "Output options") var format: FormatOptions

  /// What was given on the command line.
  var raw: RawSettings {
    var raw = RawSettings()
    rules.add(to: &raw)
    service.add(to: &raw)
    conversationService.add(to: &raw)
    format.add(to: &raw)
    return raw
  }
}
