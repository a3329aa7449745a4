# broken: the name of a setting is mistyped, and what it says would never be heard
# expect: files red 'ALERT_SMPT'
settings ALERT_SMPT=smtp.anna.org:587
setup
