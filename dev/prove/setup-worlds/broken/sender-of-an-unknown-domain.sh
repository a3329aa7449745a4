# broken: the sender's domain is not known at SendGrid
# expect: sender-domain red 'neither berta.org nor this address is known there' 'Choose Authenticate Your Domain'
setup --sender tickets@berta.org
