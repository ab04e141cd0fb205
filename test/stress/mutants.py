#!/usr/bin/env python3
"""Shows that the kill tests can fail: breaks the crash protocol (record/Format.h) at one place at a time, in a copy of the
sources, and runs the tests that must notice. One line for each mutant; fails if one of them is not noticed.

  test/stress/mutants.py SCRATCH [MUTANT...]     minutes; SCRATCH is made, and may be removed afterwards
"""
import os, shutil, signal, subprocess, sys

COLLECT = 'runtime/src/collect/'
FULL = '  setChunkState(header, ChunkState::Full);  // from here the header alone says how much is valid\n'
NO_CURSOR = '  slot.setState(makeState(0, depthOf(state)));\n'
ACTIVE = '  setChunkState(header, ChunkState::Active);\n'
FREE = ('    __atomic_store_n(reinterpret_cast<uint32_t *>(&header.state), uint32_t(ChunkState::Free), __ATOMIC_RELEASE);\n'
        '    pool_.release(number, threads_.live());\n')
WRITE = '      writeChunk(header, header.words);\n'
ABI = 'runtime/include/autoscope/abi.h'
ENTER_WORD = '  __word = (__autoscope_u64)__address << 32 | __depth << 22 | __id;\n'
ENTER_STATE = '!__autoscope_commit(&__slot->__state, __state, __state + 1)'
LEAVE_STATE = '  return __autoscope_commit(&__slot->__state, __state, ((__state >> 32) + 2) << 32 | __depth);\n'
LEAVE_WORDS = '  __record[0] = __start;\n'
MODULE_STATE = ('  if (__AUTOSCOPE_UNLIKELY(!__autoscope_commit(&slot->header.state, state, makeState(cursorOf(state) + 4, depth))))\n'
                '    return false;\n')
MODULE_WORDS = '  words[0] = path;\n'
RING_FIRST = '    readRing();\n    error = file_.grow();\n'

# name: (file, [(old, new), ...]); each old stands in the file once. Not here, since nothing can notice them: a slot that
# keeps its cursor when its chunk is full (the same chunk would have to come back to the thread at once, but there are two
# more chunks than threads), and a chunk that is active before it is its thread's (no cursor lies in it yet).
MUTANTS = {
    'none': (COLLECT + 'Collector.cpp', []),
    'seal: full before its length': (COLLECT + 'Collector.cpp', [
        (FULL, ''), ('  header.words = cursorOf(state)', FULL + '  header.words = cursorOf(state)')]),
    'seal: cursor gone before full': (COLLECT + 'Collector.cpp', [
        (FULL + NO_CURSOR, NO_CURSOR + FULL)]),
    'install: never active': (COLLECT + 'Collector.cpp', [(ACTIVE, '')]),
    'install: no new sequence': (COLLECT + 'Collector.cpp', [
        ('slot.header.sequence++', 'slot.header.sequence')]),
    'writer: free before it is written': (COLLECT + 'CollectorWriter.cpp', [
        (WRITE, FREE.split('\n')[0] + '\n' + WRITE)]),
    'writer: not free when it is given back': (COLLECT + 'CollectorWriter.cpp', [
        (FREE, FREE.split('\n')[1] + '\n')]),
    'enter: open before its frame is written': (ABI, [
        (ENTER_WORD, ENTER_WORD + '  __atomic_store_n(&__slot->__state, __state + 1, __ATOMIC_RELEASE);\n'),
        (ENTER_STATE, '0')]),
    'leave: published before its record': (ABI, [
        (LEAVE_STATE, '  return 1;\n'),
        (LEAVE_WORDS, LEAVE_STATE.replace('return ', '') + LEAVE_WORDS)]),
    'leave: popped before it is published': (ABI, [
        (LEAVE_STATE, LEAVE_STATE.replace('__state, (', '__state >> 32 << 32 | __depth, (')),
        (LEAVE_WORDS, '  __autoscope_commit(&__slot->__state, __state, __state >> 32 << 32 | __depth);\n' + LEAVE_WORDS)]),
    'leave of a module: published before its record': ('runtime/src/hot/SlowPath.cpp', [
        (MODULE_STATE, ''), (MODULE_WORDS, MODULE_STATE + MODULE_WORDS)]),
    'reader: the stream before the ring': ('runtime/src/record/SessionReader.cpp', [
        (RING_FIRST, '    error = file_.grow();\n    readRing();\n')]),
    'reader: what is newer than the ring': ('runtime/src/record/SessionReader.cpp', [
        ('  if (ringIsOfSession())\n    keepMoments();\n', '')]),
    'reader: frames as they are now': ('runtime/src/record/LiveRing.cpp', [
        ('      reopen(left, ', '      if (look < 0)\n        reopen(left, ')]),
    'reader: a copy that changed meanwhile': ('runtime/src/record/LiveRing.cpp', [
        ('after.isOf(before) && after.state != ChunkState::Free', 'true')]),
}

# How often: a reader meets some moments in one of three runs only.
TESTS = [('record', '*', 1), ('collect', 'Kill.*', 1), ('collect', 'LiveRead.*', 15), ('hot', 'KilledAnywhere.*', 1)]


def run(command, log, seconds, **more):
    """The exit status; 'hangs' beyond the time, when all that it started is ended."""
    process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, **more)
    try:
        return process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return 'hangs'


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    scratch = os.path.abspath(sys.argv[1])
    wanted = sys.argv[2:] or list(MUTANTS)
    source, build = scratch + '/source', scratch + '/build'
    shutil.rmtree(source, ignore_errors=True)
    os.makedirs(scratch, exist_ok=True)
    shutil.copytree(here, source, symlinks=True, ignore=shutil.ignore_patterns('build*', '.git', 'shared'))
    environment = dict(os.environ, TMPDIR=scratch, TEST_TMPDIR=scratch, TEST_KILLS='30')
    missed = 0
    with open(scratch + '/log', 'w') as log:
        def build_all():
            return run(['cmake', '--build', build, '-j2', '--target'] + sorted({'unit_' + part for part, _, _ in TESTS}), log, 3600)
        if run(['cmake', '-S', source, '-B', build, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=RelWithDebInfo',
                '-DAUTOSCOPE_PLUGIN=OFF', '-DAUTOSCOPE_TOOLS=OFF'], log, 300):
            sys.exit(f'cannot configure: see {scratch}/log')
        for name in wanted:
            file, changes = MUTANTS[name]
            path = source + '/' + file
            with open(path) as f:
                text = before = f.read()
            for old, new in changes:
                if text.count(old) != 1:
                    sys.exit(f'"{name}" does not apply: {file} has changed, so adapt it here')
                text = text.replace(old, new)
            with open(path, 'w') as f:
                f.write(text)
            log.write(f'== {name}\n')
            log.flush()
            if build_all():
                sys.exit(f'"{name}" does not compile: see {scratch}/log')
            status = 0
            with open(scratch + '/tests', 'w') as tests:
                for part, tested, times in TESTS:
                    status = run([f'{build}/test/unit/{part}/unit_{part}', '--gtest_filter=' + tested,
                                  f'--gtest_repeat={times}', '--gtest_brief=1'],
                                 tests, 120, env=environment, cwd=scratch) or status
            with open(scratch + '/tests', errors='replace') as tests:
                failed = sorted({line.split(']')[1].split()[0] for line in tests
                                 if line.startswith('[  FAILED  ]') and '.' in line})
            with open(path, 'w') as f:
                f.write(before)
            noticed = status != 0
            right = noticed == (name != 'none')
            missed += not right
            print(f'{"ok  " if right else "MISS"} {name}: {"noticed by " + (", ".join(failed) or str(status)) if noticed else "passes"}',
                  flush=True)
            for left in os.listdir(scratch):
                if left.startswith('autoscope-'):
                    path = scratch + '/' + left
                    shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
    sys.exit(1 if missed else 0)


main()
