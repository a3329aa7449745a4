# broken: one core
# expect: processor red '2 cores'
RUN='taskset -c 0' setup
