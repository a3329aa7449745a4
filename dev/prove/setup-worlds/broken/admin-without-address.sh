# broken: the admin's address is none
# expect: admin red 'anna is not an email address of your own' 'Name one that you read'
setup --admin anna
