import Accounts
import Conversation

extension Catalogue {
  /// German. It addresses no one as "du" or "Sie".
  package static let german = Catalogue(
    locale: "de", names: ["German", "Deutsch"], environments: ["de", "de_*"],
    vocabulary: Vocabulary(
      commands: [
        .init("zurück", .back), .init("rückgängig", .undo), .init("wiederherstellen", .redo),
        .init("ändern", .edit(nil)), .init("ändern benutzername", .edit(.username)),
        .init("ändern passwort", .edit(.password)), .init("ändern wiederholung", .edit(.repeated)),
        .init("anzeigen", .review), .init("erneut", .retry), .init("neustart", .restart),
        .init("öffnen", .open), .init("hilfe", .help), .init("beenden", .quit),
      ],
      yes: ["ja", "j"], no: ["nein", "n"],
      actions: [
        .init("erneut versuchen", .retry), .init("erneut", .retry), .init("ändern", .edit),
        .init("neu beginnen", .restart), .init("neustart", .restart), .init("beenden", .quit),
        .init("benutzername", .editField(.username)), .init("passwort", .editField(.password)),
        .init("passwortwiederholung", .editField(.repeated)),
        .init("wiederholung", .editField(.repeated)),
      ]),
    separator: ", ",
    texts: [
      .validating: "wird geprüft …",
      .usernameAvailable: "Benutzername verfügbar",
      .usernameTaken: "Benutzername bereits vergeben",
      .accountExists: "Konto existiert bereits",
      .usernameAcceptable: "Benutzername zulässig",
      .usernameNeedsLettersAndDigits:
        "Der Benutzername darf nur Buchstaben und Ziffern enthalten",
      .usernameTooShort: "Der Benutzername muss mindestens {limit} Zeichen lang sein",
      .usernameHasToBeLonger: "Der Benutzername muss aus mindestens {limit} Zeichen bestehen",
      .usernameTooLong: "Der Benutzername darf höchstens {limit} Zeichen lang sein",
      .usernameNeedsLettersDigitsHyphens:
        "Der Benutzername darf nur die Buchstaben A bis Z, Ziffern und Bindestriche enthalten",
      .usernameHyphensInside:
        "Der Benutzername darf nicht mit einem Bindestrich beginnen oder enden und keine zwei Bindestriche hintereinander enthalten",
      .usernameNeedsPlainCharacters:
        "Der Benutzername darf nur die Buchstaben A bis Z, Ziffern und - _ . enthalten",
      .usernameStartsWithLetter: "Der Benutzername muss mit einem Buchstaben beginnen",
      .usernameMarksInside:
        "Der Benutzername darf nicht mit - _ oder . enden und keine zwei davon hintereinander enthalten",
      .usernameReserved: "Der Benutzername ist reserviert",
      .invalidUsername: "Ungültiger Benutzername",
      .passwordAcceptable: "Passwort zulässig",
      .passwordTooShort: "Das Passwort muss mindestens {limit} Zeichen lang sein",
      .passwordHasToBeLonger: "Das Passwort muss aus mindestens {limit} Zeichen bestehen",
      .passwordTooLong: "Das Passwort darf höchstens {limit} Zeichen lang sein",
      .passwordNeedsCapital: "Das Passwort muss einen Großbuchstaben enthalten",
      .passwordGitHub:
        "Das Passwort muss mindestens 15 Zeichen lang sein, oder mindestens 8 mit einer Ziffer und einem Kleinbuchstaben",
      .passwordCommon: "Das Passwort ist zu weit verbreitet",
      .passwordNearUsername: "Das Passwort ist dem Benutzernamen zu ähnlich",
      .invalidPassword: "Ungültiges Passwort",
      .passwordRepeated: "Passwörter stimmen überein",
      .passwordDifferent: "Passwörter stimmen nicht überein",
      .passwordsMustBeSame: "Die Passwörter müssen gleich sein",
      .tooShort: "Muss mindestens {limit} Zeichen lang sein",
      .answerAcceptable: "Antwort zulässig",
      .answerHasControlCharacter: "Darf keine Steuerzeichen enthalten",
      .tooLong: "Darf höchstens {limit} Zeichen lang sein",
      .yesNeeded: "Ohne ein Ja ist keine Registrierung möglich",
      .choiceUnknown: "Muss eine der Möglichkeiten sein, als Nummer oder als Wort",
      .emailNeedsOneAt: "Die E-Mail-Adresse muss genau ein @ enthalten",
      .emailNeedsName: "Vor dem @ der E-Mail-Adresse fehlt der Name",
      .emailNeedsDomain:
        "Nach dem @ der E-Mail-Adresse fehlt eine Domain mit Punkt, zum Beispiel example.org",
      .emailHasSpace: "Die E-Mail-Adresse darf keine Leerzeichen enthalten",
      .emailTooLong: "Die E-Mail-Adresse darf höchstens {limit} {limit|Byte|Bytes} lang sein",
      .sshKeyNeedsType:
        "Der öffentliche SSH-Schlüssel muss mit seinem Typ beginnen, zum Beispiel ssh-ed25519",
      .sshKeyHasOptions:
        "Der öffentliche SSH-Schlüssel muss mit seinem Typ beginnen, ohne Optionen davor",
      .sshKeyTypeUnknown: "Der öffentliche SSH-Schlüssel muss vom Typ Ed25519, ECDSA oder RSA sein",
      .sshKeyTypeDiffers: "Der öffentliche SSH-Schlüssel ist von einem anderen Typ als angegeben",
      .sshKeyDamaged: "Der öffentliche SSH-Schlüssel ist beschädigt oder unvollständig",
      .sshKeyTooShort:
        "Ein öffentlicher SSH-Schlüssel vom Typ RSA muss mindestens {limit} {limit|Bit|Bits} lang sein",
      .sshKeyIsDSA: "Ein öffentlicher SSH-Schlüssel vom Typ DSA ist nicht sicher genug",
      .sshKeyIsCertificate:
        "Das ist ein Zertifikat; gefragt ist der öffentliche SSH-Schlüssel selbst",
      .sshKeyIsPrivate:
        "Das ist ein privater Schlüssel, den niemand sonst sehen darf; gefragt ist der öffentliche, aus der Datei mit der Endung .pub",
      .patternDiffers: "Hat nicht die verlangte Form",
      .patternTookTooLong:
        "Die Prüfung dauerte zu lange, deshalb wurde die Antwort abgelehnt; der Betreiber muss das Muster korrigieren",
      .serviceFailed: "Fehler bei der Verbindung zum Server",
      .custom: "",

      .needsCharacters: "{limit} Zeichen",
      .needsBytes: "{limit} {limit|Byte|Bytes}",
      .needsFewerCharacters: "höchstens {limit} Zeichen",
      .needsFewerBytes: "höchstens {limit} {limit|Byte|Bytes}",
      .needsCapital: "ein Großbuchstabe",
      .needsLowercase: "ein Kleinbuchstabe",
      .needsDigit: "eine Ziffer",
      .needsUncommon: "kein verbreitetes Passwort",
      .needsUnlikeUsername: "anders als der Benutzername",
      .needsTogether: "{first}, davon {rest| und }",
      .needsEither: "{first} oder {second}",
      .briefPlainCharacters: "nur A-Z a-z 0-9 - _ .",
      .briefLettersDigitsHyphens: "nur A-Z a-z 0-9 -",
      .briefHyphensInside: "Bindestriche einzeln, nur innen",
      .briefMarksInside: "- _ . einzeln, nur innen",
      .briefCharacters: "{limit}+ Zeichen",
      .briefCapital: "A-Z",
      .briefLowercase: "a-z",
      .briefDigit: "0-9",
      .briefUncommon: "nicht verbreitet",
      .sameSoFar: "bisher gleich",
      .differs: "weicht ab",
      .rulesMet: "{met} von {all} ✓",
      .hintCharacters: "mindestens {limit} Zeichen",
      .hintUncommon: "nicht verbreitet",
      .hintHelp: "/hilfe",
      .hintReveal: "Strg+R zeigt es",
      .hintYes: "(J/n)",
      .hintNo: "(j/N)",
      .freeNames: "noch frei: {names} (Tab)",

      .hello: "Willkommen! Hier entsteht ein neues Konto. /hilfe zeigt, was außerdem möglich ist.",
      .welcome: "Willkommen! Hier entsteht ein neues Konto.",
      .welcomeSignIn: "Willkommen! Hier geht es zur Anmeldung.",
      .rehearsal: "Dies ist eine Probe: Der Mock speichert keine Konten.",
      .askUsername: "Benutzername?",
      .askUsernameAgain: "Benutzername? (eine leere Zeile behält {current})",
      .askPassword: "Passwort?",
      .askPasswordAgain: "Passwort? (eine leere Zeile behält das bisherige)",
      .askRepeat: "Passwort noch einmal?",
      .askRepeatAgain: "Passwort noch einmal? (eine leere Zeile behält das bisherige)",
      .confirmSignUp: "Als {username} registrieren? (ja/nein)",
      .yesOrNo: "Bitte mit ja oder nein antworten.",
      .choose: "Wie geht es weiter? ({actions})",
      .chooseEdit: "Was soll geändert werden? ({actions})",
      .chooseOne: "Bitte mit einer der Zahlen oder einem der Wörter antworten.",
      .numberedAction: "{number} {action}",
      .actionRetry: "erneut versuchen",
      .actionEdit: "ändern",
      .actionRestart: "neu beginnen",
      .actionQuit: "beenden",

      .labelUsername: "Benutzername",
      .labelPassword: "Passwort",
      .labelRepeat: "Passwortwiederholung",
      .labelSignUp: "Registrieren",

      .signingUp: "{username} wird registriert …",
      .mockSignedUp: "Mock: Bei GitHub angemeldet.",
      .mockSignUpFailed: "Mock: Anmeldung bei GitHub fehlgeschlagen",
      .wonderful: "Wunderbar",
      .signedUpWithPage: "Registriert als {username}: {page}",
      .signedUpWithoutPage: "Registriert als {username}.",
      .signUpUnknown:
        "Es ist nicht bekannt, ob die Registrierung gelungen ist. /erneut fragt noch einmal nach.",
      .signUpNotReady: "Noch sind nicht alle Antworten gültig; niemand wurde registriert.",
      .signedIn: "Angemeldet",
      .accountCreated: "Konto erstellt",

      .helloSignIn:
        "Willkommen! Hier geht es zur Anmeldung. /hilfe zeigt, was außerdem möglich ist.",
      .accountFound: "Konto gefunden",
      .noSuchAccount: "Es gibt kein Konto mit diesem Namen",
      .signingIn: "{username} wird angemeldet …",
      .signedInAs: "Angemeldet als {username}.",
      .wrongCredentials: "Benutzername oder Passwort falsch",
      .tooManyFailures:
        "Zu viele Fehlversuche mit diesem Namen. Das Passwort wurde nicht geprüft; bitte in {seconds} {seconds|Sekunde|Sekunden} erneut versuchen.",
      .tooManyFailuresHere:
        "Zu viele Fehlversuche von hier aus, gleich mit welchem Namen. Das Passwort wurde nicht geprüft; bitte in {seconds} {seconds|Sekunde|Sekunden} erneut versuchen.",
      .signInCancelled: "Die Anmeldung wurde abgebrochen.",
      .signInNotReady: "Noch sind nicht alle Antworten gültig; niemand wurde angemeldet.",
      .offerSignIn: "Jetzt als {username} anmelden? (ja/nein)",
      .askRemember:
        "Auf diesem Rechner 30 Tage lang angemeldet bleiben? Das Passwort wird nie gespeichert. (ja/nein)",
      .askRememberName: "Den Benutzernamen auf diesem Rechner speichern? (ja/nein)",
      .remembered: "Die Anmeldung ist gespeichert. signup-bot sign-out löscht sie.",
      .nameRemembered: "Der Benutzername ist gespeichert. signup-bot sign-out löscht ihn.",
      .mockRemembered: "Mock: Die Anmeldung ist gespeichert.",
      .notRemembered: "Von dieser Anmeldung wird nichts gespeichert.",
      .rememberingFailed: "Die Anmeldung gilt, kann hier aber nicht gespeichert werden.",
      .alreadySignedUp: "Die Registrierung ist schon erfolgt; es lässt sich nichts mehr ändern.",
      .alreadySignedIn: "Die Anmeldung ist schon erfolgt; es lässt sich nichts mehr ändern.",
      .helpQuitSignIn: "/beenden bricht ab, ohne anzumelden.",
      .helpQuitDone: "/beenden beendet das Gespräch.",

      .timedOut: "Er hat nicht rechtzeitig geantwortet.",
      .rateLimited: "Er bittet um weniger Anfragen; bitte später erneut versuchen.",
      .nonsenseReply: "Seine Antwort war nicht zu verstehen.",
      .serviceError: "Er hat einen eigenen Fehler gemeldet.",
      .notTheService:
        "Geantwortet hat etwas anderes, vielleicht ein Proxy oder die Anmeldeseite eines Netzwerks.",
      .badCertificate: "Sein Zertifikat ist nicht vertrauenswürdig; es wurde nichts gesendet.",
      .unauthorized:
        "Er lehnt alle Anfragen dieses Programms ab; das muss der Betreiber beheben.",
      .libraryMissing:
        "Dafür wird libcurl 7.87 oder neuer gebraucht und ist nicht installiert; der Betreiber kann "
        + "es installieren (unter Debian das Paket libcurl4).",
      .storeBusy: "Ein anderes Programm benutzt den Kontenspeicher; bitte erneut versuchen.",
      .storeFailed:
        "Der Kontenspeicher ist nicht benutzbar; das muss der Betreiber beheben.",
      .serviceRefusedName: "Der Dienst lehnt diesen Benutzernamen ab: {why}",
      .serviceRefused: "Der Dienst lehnt ab: {why}",
      .storeFull: "Der Kontenspeicher ist voll; niemand wurde registriert.",
      .outOfMemory:
        "Der Arbeitsspeicher reicht nicht, um das Passwort zu schützen; niemand wurde registriert.",
      .accountInactive: "Dieses Konto ist zurzeit deaktiviert.",
      .earlierPassword:
        "Das Konto wurde doch erstellt, mit dem früheren Passwort. /rückgängig holt es zurück.",
      .signInUnsupported:
        "Der Dienst kann keine Passwörter prüfen; eine Anmeldung ist hier nicht möglich.",
      .waitsForService: "der Dienst bittet um {seconds} s Geduld",
      .triesAgain: "noch keine Antwort, neuer Versuch",
      .checksSlowed:
        "Das waren viele Benutzernamen. Ab jetzt wird nur alle 2 Sekunden einer geprüft.",
      .waitsForTurn: "eine Prüfung alle 2 s",

      .reviewAnswer: "{label}: {value} ({verdict})",
      .reviewUnjudged: "{label}: {value}",
      .reviewUnanswered: "{label}: noch nicht beantwortet",
      .secretDots: "••••••••",
      .retryHint:
        "/erneut prüft den Namen noch einmal; auch ein anderer Benutzername ist möglich.",
      .retryingCheck: "{username} wird noch einmal geprüft.",
      .retryingSignUp: "Die Registrierung wird noch einmal versucht.",
      .retryingSignIn: "Die Anmeldung wird noch einmal versucht.",
      .nothingToRetry: "Es gibt nichts, was sich erneut versuchen lässt.",
      .nothingToUndo: "Es gibt nichts, was sich rückgängig machen lässt.",
      .nothingToRedo: "Es gibt nichts, was sich wiederherstellen lässt.",
      .undone: "Rückgängig gemacht: {change}",
      .redone: "Wiederhergestellt: {change}",
      .restarted: "Alle Antworten sind verworfen. /rückgängig holt sie zurück.",
      .restartedEmpty: "Es gab noch keine Antworten.",
      .changeOf: "{label}",
      .changeRestart: "Neustart",
      .firstQuestion: "Dies ist die erste Frage.",
      .unknownCommand: "Es gibt keinen Befehl {typed}. War {nearest} gemeint?",
      .editWhat:
        "Möglich sind /ändern benutzername, /ändern passwort und /ändern wiederholung.",
      .editWhatOfTwo: "Möglich sind /ändern benutzername und /ändern passwort.",
      .usernameFirst: "Zuerst kommt der Benutzername.",
      .passwordFirst: "Zuerst kommt das Passwort.",
      .repeatNotAsked: "Das Passwort muss hier nicht wiederholt werden.",
      .pageOpened: "Geöffnet: {link}",
      .pagePrinted: "Die Adresse der Seite ist {link}",
      .noPage: "Es gibt keine Seite, die sich öffnen lässt.",
      .helpBack: "/zurück führt zur vorigen Frage.",
      .helpUndo:
        "/rückgängig nimmt die letzte Änderung zurück, /wiederherstellen stellt sie wieder her.",
      .helpEdit:
        "/ändern benutzername, /ändern passwort, /ändern wiederholung ändern eine Antwort.",
      .helpEditTwo: "/ändern benutzername, /ändern passwort ändern eine Antwort.",
      .helpReview: "/anzeigen zeigt die bisherigen Antworten.",
      .helpRetry: "/erneut wiederholt, was fehlgeschlagen ist.",
      .helpRestart: "/neustart verwirft alle Antworten.",
      .helpOpen: "/öffnen öffnet die Profil- oder die Registrierungsseite.",
      .helpQuit: "/beenden bricht ab, ohne zu registrieren.",
      .helpKeys: "Im Terminal: Tab ergänzt Befehle, Strg+R zeigt und verbirgt ein Passwort.",
      .helpLiteral: "Eine Antwort, die mit / beginnt, braucht zwei davon: //x.",
      .helpSecret: "Hier gilt alles außer einem vollständigen Befehl als Passwort.",
      .checkCancelled: "Die Prüfung wurde abgebrochen.",
      .signUpCancelled:
        "Die Registrierung wurde abgebrochen; es ist nicht bekannt, ob sie schon gelungen war.",
      .goodbye: "Auf Wiedersehen.",
      .goodbyeUnknown:
        "Auf Wiedersehen. Es ist nicht bekannt, ob die Registrierung gelungen ist.",

      .plainOK: "OK: ",
      .plainError: "Fehler: ",

      .stillWorking: "dauert noch an, {seconds} s",

      .invalidUTF8: "Das ist kein gültiges UTF-8; nichts davon wurde verwendet.",
      .nulByte: "Das enthält ein NUL-Byte; nichts davon wurde verwendet.",
      .controlCharacter: "Das enthält ein Steuerzeichen; nichts davon wurde verwendet.",
      .severalValues:
        "Bei zeilenweiser Eingabe darf ein Benutzername nur Buchstaben, Ziffern und . - _ @ + ' enthalten; keine der Zeilen wurde verwendet.",
      .nameIsSecret:
        "Der Benutzername enthält das Passwort; keine der Zeilen wurde verwendet.",
      .lastLineUnclear: "Die letzte Zeile ist weder ja noch nein; sie wurde nicht verwendet.",
      .repeatDiffers:
        "Das Passwort und seine Wiederholung sind verschieden; keine der Zeilen wurde verwendet.",
      .tooManyLines: "Es sind mehr Zeilen als Fragen; keine davon wurde verwendet.",
      .lineTooLong: "Das ist länger als 64 KiB; nichts davon wurde verwendet.",
      .secretNotAsked: "Hier wird kein Passwort erfragt; nichts davon wurde verwendet.",
      .pasteDropped: "Nur die erste Zeile wurde übernommen, der Rest verworfen.",
    ])
}
