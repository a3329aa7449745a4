# broken: the plan allows one event webhook, and another site has it
# expect: sendgrid red 'as many event webhooks as its plan allows' 'Delete one that is of no use any more'
say api.sendgrid.com replace '"max_allowed":5,"webhooks":[]' '"max_allowed":1,"webhooks":[{"id":"1","url":"https://shop.anna.org/events"}]'
setup
