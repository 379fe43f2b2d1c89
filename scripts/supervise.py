#!/usr/bin/env python3
"""Runs a script whose steps have time limits: supervise COMMAND…

The script writes a line for each step that begins and ends to the file STEP_JOURNAL (scripts/lib.sh does). When a step is
over its limit, this says which one, the end of its output, the tests that did not finish and where each process stands, and ends
everything that the run started. At the end no process and no file in the temporary folder may be left: the run gets a folder of
its own as TMPDIR. It holds the lock of the folder that is built in (tree.py). A report of steps and tests is written to the file STEP_REPORT.
"""

import collections, ctypes, os, pathlib, re, shutil, signal, subprocess, sys, tempfile, threading, time

sys.dont_write_bytecode = True
import tree

LAST_LINES = 30
GRACE = 10  # seconds for a process to end by itself
OVERTIME = 124  # what timeout(1) answers
LINUX = sys.platform == "linux"
# What SwiftPM and the compiler leave in the temporary folder whenever they run.
OF_TOOLS = re.compile(r"TemporaryDirectory\.\w+|.*\.lock|swift-generated-sources")


# --- What runs


def processes():
    """Parent and command line of each process that has not ended."""
    if not LINUX:
        listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat=,args="], capture_output=True, text=True, errors="replace")
        rows = (line.split(None, 3) for line in listing.stdout.splitlines())
        return {int(row[0]): (int(row[1]), row[3]) for row in rows if len(row) == 4 and row[2][0] != "Z"}
    found = {}
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            state, parent = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            command = command or (folder / "comm").read_text(errors="replace").strip()
        except OSError:  # It has ended.
            continue
        if state != "Z":
            found[int(folder.name)] = (int(parent), command)
    return found


def descendants(of, table=None):
    """The processes that `of` has started, and theirs, by number, with their command lines."""
    table = table or processes()
    found = {}
    for pid, (parent, command) in table.items():
        if parent == of:
            found[pid] = command
            found.update(descendants(pid, table))
    return found


def orphans(script):
    """Processes whose parents have ended. On Linux they become children of this one; elsewhere they are not found."""
    table = processes()
    of_script = {script, *descendants(script, table)}
    return {pid: command for pid, command in descendants(os.getpid(), table).items() if pid not in of_script}


def end_all():
    """Ends everything that was started here, politely first."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        limit = time.monotonic() + GRACE
        while (left := descendants(os.getpid())) and time.monotonic() < limit:
            for pid in left:
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    pass
            pause()


def pause(seconds=0.2):
    """Waits, and takes note of children that have ended."""
    time.sleep(seconds)
    reap()


def reap():
    """The exit codes of children that have ended, by number."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        ended[pid] = os.waitstatus_to_exitcode(status)


def stack(pid):
    """Where a process stands: all threads, equal ones once, as far as the system tells."""
    if shutil.which("eu-stack"):
        command = ["eu-stack", "-p", str(pid)]
    elif shutil.which("sample"):
        return run(["sample", str(pid), "1"])
    else:
        return "  (install elfutils to see its stacks)"
    text = run(command)
    if shutil.which("swift-demangle"):
        text = run(["swift-demangle", "--simplified"], text)
    threads = collections.Counter()
    for thread in re.split(r"^TID \d+:\n", text, flags=re.M)[1:]:
        threads[re.sub(r"^#\d+ +0x[0-9a-f]+ ", "    ", thread, flags=re.M)] += 1
    return "\n".join(f"  {count} × thread:\n{lines.rstrip()}" for lines, count in threads.most_common())


def run(command, text=None):
    try:
        return subprocess.run(command, input=text, capture_output=True, text=True, errors="replace", timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"  {error}\n"


# --- What the script says it does


class Step:
    def __init__(self, limit, log, name, depth):
        self.limit, self.log, self.name, self.depth = limit, log, name, depth
        self.start, self.seconds, self.status, self.tests = time.monotonic(), None, None, ""

    @property
    def overtime(self):
        return self.limit and self.seconds is None and time.monotonic() - self.start > self.limit


class Journal:
    """The lines of the journal as steps: `begin ID LIMIT LOG NAME`, `end ID STATUS`, `log ID PATH`, `tests ID LINE`, with tabs."""

    def __init__(self, path):
        self.file = open(path, encoding="utf-8", errors="replace")
        self.steps, self.open, self.logs = [], {}, []

    def read(self):
        """Takes what is new. Returns the steps that ended."""
        closed = []
        while True:
            place = self.file.tell()
            line = self.file.readline()
            if not line.endswith("\n"):
                self.file.seek(place)
                return closed
            kind, identity, *rest = line.rstrip("\n").split("\t")
            if kind == "begin":
                limit, log, name = rest
                # What stands beside another has no limit of its own, and is not inside of it.
                step = Step(seconds_of(limit), log, name, sum(1 for other in self.open.values() if other.limit))
                self.steps.append(step)
                self.open[identity] = step
            elif identity not in self.open:
                continue
            elif kind == "log":
                self.open[identity].log = rest[0]
                self.logs.append(rest[0])
            elif kind == "tests":
                self.open[identity].tests = rest[0]
            elif kind == "end":
                step = self.open.pop(identity)
                step.seconds, step.status = time.monotonic() - step.start, rest[0]
                closed.append(step)


def seconds_of(limit):
    """`90s` or `5m` as seconds; 0 for `-`, which is no limit."""
    match = re.fullmatch(r"(\d+)([sm])", limit)
    return int(match[1]) * (60 if match[2] == "m" else 1) if match else 0


class Tests:
    """What a log of Swift Testing says: which tests began and did not end, how long they took, and which were skipped and why."""

    def __init__(self, log):
        try:
            text = pathlib.Path(log).read_text(encoding="utf-8", errors="replace")
        except OSError:
            text = ""
        began = re.findall(r"^◇ Test (?!run |case )(.+) started\.$", text, re.M)
        done = re.findall(r"^[✔✘] Test (?!run |case )(.+?)(?: with \d+ test cases?)? (?:passed|failed) after ([\d.]+) seconds", text, re.M)
        self.skipped = re.findall(r"^[^\w\s◇✔✘] (?:Test|Suite) (.+?) skipped(?:: \"(.*)\")?\.?$", text, re.M)
        self.seconds = [(float(seconds), name) for name, seconds in done]
        count = collections.Counter(began)
        count.subtract(name for _, name in self.seconds)
        self.unfinished = sorted(name for name, number in count.items() if number > 0)


# --- What is told


def explain(step, journal, output):
    """Everything that helps to see why a step did not end."""
    inside = [each for each in journal.open.values() if each.depth > step.depth]
    say(f"\nFAILED: {step.name}: not done after {step.limit} s, so it was ended")
    for each in inside:
        say(f"  in it: {each.name}, for {time.monotonic() - each.start:.0f} s")
    logs = [each.log for each in [step, *inside] if each.log and os.path.exists(each.log)]
    for log in logs:
        with open(log, encoding="utf-8", errors="replace") as file:
            tail(f"the last lines of {log}", collections.deque(file, LAST_LINES))
    if not logs:
        tail("the last lines", output)
    for log in journal.logs:
        if unfinished := Tests(log).unfinished:
            tail("tests that began and did not end", unfinished)
    for pid, command in descendants(os.getpid()).items():
        say(f"\nprocess {pid}: {command[:200]}")
        if re.match(r"\S*\b(bash|sh|make|tee|grep|cut|timeout|env|sleep)\b", command) is None:
            say(stack(pid))


def tail(title, lines):
    say(f"\n{title}:")
    for line in lines:
        say("  " + line.rstrip()[:400])


def say(text):
    print(text, file=sys.stderr, flush=True)


def report(path, command, journal, status, total, left):
    """The steps, the tests and what was left, as Markdown."""
    user, system, child_user, child_system, _ = os.times()
    lines = [f"# {command}: {'green' if status == 0 else f'failed ({status})'}", ""]
    lines += [
        f"{time.strftime('%Y-%m-%d %H:%M:%S %Z')}, {total:.0f} s, {child_user + child_system:.0f} s of processor time on "
        f"{os.cpu_count()} processors, load {os.getloadavg()[2]:.1f} over 15 minutes.", "", "| step | seconds | limit | tests |",
        "| --- | --: | --: | --- |",
    ]  # fmt: skip
    for step in journal.steps:
        seconds = "not done" if step.seconds is None else f"{step.seconds:.0f}" + ("" if step.status == "0" else f", failed ({step.status})")
        lines.append(f"| {'· ' * step.depth}{step.name} | {seconds} | {step.limit or ''} | {step.tests} |")
    tests = [Tests(log) for log in dict.fromkeys(journal.logs)]
    slowest = sorted((row for each in tests for row in each.seconds), reverse=True)[:10]
    lines += ["", "## Slowest tests", ""] + [f"- {seconds:.1f} s: {name}" for seconds, name in slowest]
    lines += ["", "## Skipped", ""] + [f"- {name}: {why or 'no reason'}" for each in tests for name, why in each.skipped]
    if left:
        lines += ["", "## Left behind", ""] + [f"- {line}" for line in left]
    pathlib.Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


# --- The run


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    # Orphans become children of this process, so that none gets away.
    if LINUX:
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    held = tree.prepare()  # Until this process ends.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="aw-"))
    journal_file, temporary = folder / "journal", folder / "t"
    journal_file.touch()
    temporary.mkdir()
    # As /tmp itself: PostgreSQL and an image's server run as other users.
    folder.chmod(0o711)
    temporary.chmod(0o1777)
    environment = dict(os.environ, STEP_JOURNAL=str(journal_file), TMPDIR=str(temporary))
    start = time.monotonic()
    output = collections.deque(maxlen=LAST_LINES)
    journal, left, status, copier = Journal(journal_file), {}, None, None
    try:
        script = subprocess.Popen(sys.argv[1:], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        copier = threading.Thread(target=copy, args=(script.stdout, output), daemon=True)
        copier.start()
        while script.pid not in ended:
            pause()
            for step in journal.read():
                note_left(script.pid, temporary, step.name, left)
            # The innermost of those that are over: it names the reason.
            if late := [step for step in journal.open.values() if step.overtime]:
                explain(max(late, key=lambda step: step.depth), journal, output)
                status = OVERTIME
                break
    except KeyboardInterrupt:
        status = 130
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if status is None:
        status = ended[script.pid]
        for step in journal.read():
            note_left(script.pid, temporary, step.name, left)
    lines = what_is_left(temporary, left) if status == 0 else []
    end_all()
    if copier:
        copier.join(GRACE)
    shutil.rmtree(folder, ignore_errors=True)
    if lines:
        tail("FAILED: left behind", lines)
        status = 1
    report(os.environ.get("STEP_REPORT", os.devnull), " ".join(sys.argv[1:]), journal, status, time.monotonic() - start, lines)
    sys.exit(status if status >= 0 else 128 - status)


def copy(source, output):
    while line := source.readline():
        output.append(line.decode(errors="replace"))
        try:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
        except OSError:  # Nobody reads on; the run goes on.
            pass


def interrupt(*_):
    raise KeyboardInterrupt


def note_left(script, temporary, step, left):
    """Remembers after which step a process without a parent or a file was first seen."""
    for pid, command in orphans(script).items():
        left.setdefault(f"process {pid}: {command[:200]}", step)
    for path in files(temporary):
        left.setdefault(path, step)


def files(folder):
    """What lies in the temporary folder of the run."""
    return [path for path in folder.iterdir() if not OF_TOOLS.fullmatch(path.name)]


def what_is_left(temporary, seen):
    """What is still there a while after the end, as sentences."""
    limit = time.monotonic() + GRACE
    while descendants(os.getpid()) and time.monotonic() < limit:
        pause()
    names = [f"process {pid}: {command[:200]}" for pid, command in descendants(os.getpid()).items()]
    names += sorted(files(temporary))
    return [f"{name} (first seen after: {seen.get(name, 'the last step')})" for name in names]


ended = {}
if __name__ == "__main__":
    main()
