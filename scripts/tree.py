#!/usr/bin/env python3
"""The one folder that every checkout is built in: tree.py COMMAND…

SwiftPM compiles everything anew for a checkout at another path. So builds take place in a copy in the cache folder, `tree`, in
which only files with other contents are replaced. Whoever builds there holds a lock; who waits longer than ten seconds is told for whom.
CHECKOUT and TREE name the two folders. Locks, copies, then becomes the command.
"""

import errno, fcntl, os, pathlib, shutil, subprocess, sys, time

PATIENCE = 10
# What SwiftPM writes beside a package.
OF_BUILDS = {"Package.resolved", ".swiftpm", ".build"}


def lock(tree):
    """Waits for the lock of a tree and returns the open file that holds it."""
    file = open(f"{tree}.lock", "a+", encoding="utf-8")
    began, told = time.monotonic(), False
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EINTR):
                raise
        if not told and time.monotonic() - began >= PATIENCE:
            told = True
            file.seek(0)
            print(f"waiting for {file.read().strip()}; with an AIRWORTHY_CACHE of its own a checkout need not wait", file=sys.stderr, flush=True)
        time.sleep(0.2)
    file.truncate(0)
    file.write(f"process {os.getpid()}, which builds {os.getcwd()} in {tree} since {time.strftime('%H:%M:%S')}\n")
    file.flush()
    return file


def files_of(checkout, cache):
    """The files of a checkout, ignored ones excepted, as paths within it."""
    if (checkout / ".git").exists():
        names = subprocess.run(
            ["git", "-C", checkout, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            stdout=subprocess.PIPE, check=True).stdout  # fmt: skip
        found = [checkout / os.fsdecode(name) for name in names.split(b"\0") if name]
    else:  # Unpacked from an archive.
        found = [path for path in checkout.rglob("*") if not OF_BUILDS & set(path.relative_to(checkout).parts)]
    # Folders are repositories of their own. The cache may lie in the checkout, or the checkout in the cache.
    is_inside = checkout in cache.parents
    return {
        path.relative_to(checkout) for path in found
        if (path.is_symlink() or path.is_file()) and not (is_inside and cache in path.parents)}  # fmt: skip


def differs(a, b):
    if a.is_symlink() or b.is_symlink():
        return not (a.is_symlink() and b.is_symlink() and os.readlink(a) == os.readlink(b))
    if not b.is_file() or a.stat().st_mode != b.stat().st_mode or a.stat().st_size != b.stat().st_size:
        return True
    return a.read_bytes() != b.read_bytes()


def copy(checkout, tree):
    """Makes `tree` equal to a checkout; files that are equal keep their dates."""
    wanted, is_other_list = files_of(checkout, tree.parent), False
    folders_wanted = {parent for name in wanted for parent in name.parents}
    # First, because a name may have been that of a file, a link or a folder.
    for folder, folders, names in os.walk(tree):
        here = pathlib.Path(folder).relative_to(tree)
        for name in {*names, *folders} - OF_BUILDS:
            path = tree / here / name
            is_folder = path.is_dir() and not path.is_symlink()
            if here / name not in (folders_wanted if is_folder else wanted):
                remove(path)
                is_other_list = True
        folders[:] = [name for name in folders if name not in OF_BUILDS and (tree / here / name).is_dir()]
    for name in wanted:
        source, target = checkout / name, tree / name
        if differs(source, target):
            is_other_list |= not os.path.lexists(target)
            remove(target)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target, follow_symlinks=False)
            if not source.is_symlink():
                shutil.copymode(source, target)
    if is_other_list:
        # SwiftPM looks for new files in a package only, not in those that it uses by their path, unless the manifest is newer.
        for name in wanted:
            if name.name == "Package.swift":
                os.utime(tree / name)


def remove(path):
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()


def prepare():
    """Locks the tree, makes it equal to the checkout, and returns the lock."""
    checkout, tree = pathlib.Path(os.environ["CHECKOUT"]), pathlib.Path(os.environ["TREE"])
    held = lock(tree)
    copy(checkout, tree)
    return held


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    held = prepare()
    os.set_inheritable(held.fileno(), True)  # Until the command ends.
    os.execvp(sys.argv[1], sys.argv[1:])
