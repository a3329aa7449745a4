# good: a domain whose name is written in another script
say xn--mnchen-3ya.anna.org A 203.0.113.10
setup --domain münchen.anna.org
