"""Processes of their own for long work, so that the server answers at once.

workers     starts these processes, has them work, and ends them; nothing else does
bot_worker, menu_worker, review_worker
            what runs in them: bots that think, chances, reviews
reviews     reviews of races, refined, and kept with the race
large_work  work on large leagues and campaigns
compiling   compiles rules and searches, one at a time
warming     has bots of slow games decide by compiled rules
"""
