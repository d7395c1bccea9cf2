extension Policy {
  /// Names that could pass for a system or its staff: the mailbox names of RFC 2142, the users and
  /// groups of Debian's base-passwd, the accounts of common services, and words such as "admin". A
  /// name that ends with `*` reserves every name with that prefix.
  ///
  /// The users of a particular machine are for the service to reserve.
  package static let reservedNames = [
    "_*", "abuse", "account", "accounts", "adm", "admin", "administrator", "anonymous", "apache",
    "api", "_apt", "audio", "avahi", "avahi-autoipd", "backup", "billing", "bin", "bind", "cdrom",
    "chrony", "colord", "contact", "crontab", "cups", "cups-pk-helper", "daemon", "dbus",
    "debian-exim", "dhcpcd", "dialout", "dip", "disk", "dnsmasq", "docker", "dovecot", "dovenull",
    "everyone", "exim", "fax", "floppy", "ftp", "fwupd-refresh", "games", "gdm", "geoclue", "git",
    "gnats", "guest", "halt", "help", "helpdesk", "hostmaster", "hplip", "http", "httpd", "info",
    "input", "irc", "kmem", "kvm", "landscape", "ldap", "libvirt-*", "lightdm", "list", "lp",
    "lxd", "mail", "mailer-daemon", "man", "marketing", "me", "messagebus", "moderator", "mongodb",
    "munin", "mysql", "nagios", "netdev", "news", "nginx", "no-reply", "nobody", "noc", "nogroup",
    "noreply", "ntp", "null", "official", "openldap", "openvpn", "operator", "owner", "plugdev",
    "polkitd", "postfix", "postgres", "postmaster", "proxy", "pulse", "rabbitmq", "redis",
    "render", "root", "rtkit", "sales", "saned", "sasl", "security", "service", "sgx", "shadow",
    "shutdown", "signup", "speech-dispatcher", "src", "ssh", "sshd", "ssl-cert", "staff", "statd",
    "sudo", "superuser", "support", "sync", "sys", "sysadmin", "syslog", "system", "systemd-*",
    "tape", "tcpdump", "team", "test", "toor", "tss", "tty", "undefined", "usbmux", "usenet",
    "user", "username", "users", "utmp", "uucp", "uuidd", "video", "voice", "webmaster", "wheel",
    "whoopsie", "www", "www-data", "zabbix",
  ]

  /// Whether the policy reserves any names.
  package var reservesNames: Bool {
    username.rules.contains { rule in
      if case .notReserved = rule.test { true } else { false }
    }
  }
}
