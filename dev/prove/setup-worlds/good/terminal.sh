# good: a person answers at a terminal, mistypes an address once, and does without Google
typed concert.anna.org anna anna@anna.org sk_test_ownAccount SG.ownAccount tickets@anna.org ''
