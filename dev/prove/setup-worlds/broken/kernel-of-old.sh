# broken: a kernel that the database does not start on
# expect: kernel red 'kernel'
RUN='setarch --uname-2.6' setup
