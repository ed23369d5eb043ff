exec(open('/tmp/wt/memo-drv/dump.py').read().split("for n in [")[0])
dump(mono_di_tro(8),"mdt8"); dump(queens(10),"queens-10")
