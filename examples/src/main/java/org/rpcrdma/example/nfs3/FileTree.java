// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * A file system in memory, and what of it is stable. Data of unstable writes are stable when they are committed;
 * everything else is when a method returns. Belongs to one thread.
 */
final class FileTree {
    static final long ROOT = 1;
    static final int MAX_NAME = 255;
    static final int MAX_LINKS = 32_000;
    static final int MAX_TARGET = 4095;
    static final long MAX_SIZE = 1L << 40;

    private static final int ROOT_MODE = 0777;

    /** Which file system it is. */
    final long id;

    final Capacity capacity;
    private final StableStore store;
    private final LongSupplier clock;
    private final Long2ObjectHashMap<Inode> inodes;
    private long lastInode;
    private long lastTime;

    /**
     * Makes an empty tree that ends with the process.
     *
     * @param id       which file system it is.
     * @param capacity what it may hold.
     * @param clock    nanoseconds since 1970-01-01T00:00:00Z.
     */
    FileTree(final long id, final Capacity capacity, final LongSupplier clock) {
        this(id, new TreeImage(), StableStore.NONE, capacity, clock);
    }

    /** Makes the tree that is in a folder, and keeps it there. */
    FileTree(final Folder folder, final Capacity capacity, final LongSupplier clock) {
        this(folder.fileSystem, folder.image, folder, capacity, clock);
    }

    private FileTree(
            final long id,
            final TreeImage image,
            final StableStore store,
            final Capacity capacity,
            final LongSupplier clock) {
        this.id = id;
        this.store = store;
        this.capacity = capacity;
        this.clock = clock;
        inodes = image.inodes;
        lastInode = Math.max(ROOT, image.lastInode);
        inodes.values().forEach(this::restored);
        if (inodes.isEmpty()) {
            final Inode root = newInode(ROOT, Nfs3.DIR);
            root.mode = ROOT_MODE;
            store.inode(root);
            store.end();
        }
    }

    private void restored(final Inode inode) {
        capacity.takeFile();
        lastTime = Math.max(lastTime, inode.changeTime);
    }

    private Inode newInode(final long number, final int type) {
        capacity.takeFile();
        final Inode inode = new Inode(number, type, capacity);
        inode.links = inode.isDirectory() ? 2 : 1;
        inode.touched(now());
        inode.accessTime = inode.changeTime;
        inodes.put(number, inode);
        return inode;
    }

    /** Returns the inode of a number, or null. */
    Inode get(final long number) {
        return inodes.get(number);
    }

    /** Returns the time, which no two changes share: clients tell by it whether they know a file as it is. */
    private long now() {
        lastTime = Math.max(clock.getAsLong(), lastTime + 1);
        return lastTime;
    }

    Inode lookup(final Inode directory, final String name) {
        final Directory names = directory.names();
        if (".".equals(name)) {
            return directory;
        }
        if ("..".equals(name)) {
            return inodes.get(directory.parent);
        }
        NfsFailure.unless(name.length() <= MAX_NAME, Nfs3.ERR_NAMETOOLONG);
        final DirectoryEntry entry = names.get(name);
        NfsFailure.unless(entry != null, Nfs3.ERR_NOENT);
        return inodes.get(entry.inode());
    }

    /** Returns the inode of a name, or null; fails for names that cannot be given. */
    Inode existing(final Inode directory, final String name) {
        final DirectoryEntry entry = directory.names().get(checked(name, Nfs3.ERR_EXIST));
        return entry == null ? null : inodes.get(entry.inode());
    }

    /** Makes an inode under a new name; the caller gives it its attributes. */
    Inode create(final Inode directory, final String name, final int type, final Consumer<Inode> attributes) {
        NfsFailure.unless(existing(directory, name) == null, Nfs3.ERR_EXIST);
        NfsFailure.unless(type != Nfs3.DIR || directory.links < MAX_LINKS, Nfs3.ERR_MLINK);
        final Inode inode = newInode(lastInode + 1, type);
        lastInode++;
        attributes.accept(inode);
        store.inode(inode);
        add(directory, name, inode);
        store.end();
        return inode;
    }

    private void add(final Inode directory, final String name, final Inode inode) {
        if (inode.isDirectory()) {
            inode.parent = directory.id;
            directory.links++;
        }
        store.entry(directory.id, directory.directory.add(name, inode.id));
        changed(directory);
    }

    private void changed(final Inode directory) {
        directory.touched(now());
        store.inode(directory);
    }

    void link(final Inode inode, final Inode directory, final String name) {
        NfsFailure.unless(!inode.isDirectory(), Nfs3.ERR_ISDIR);
        NfsFailure.unless(existing(directory, name) == null, Nfs3.ERR_EXIST);
        NfsFailure.unless(inode.links < MAX_LINKS, Nfs3.ERR_MLINK);
        inode.links++;
        inode.changeTime = now();
        store.inode(inode);
        add(directory, name, inode);
        store.end();
    }

    void remove(final Inode directory, final String name) {
        final DirectoryEntry entry = found(directory, name);
        NfsFailure.unless(!inodes.get(entry.inode()).isDirectory(), Nfs3.ERR_ISDIR);
        unlink(directory, entry);
        changed(directory);
        store.end();
    }

    void removeDirectory(final Inode directory, final String name) {
        final DirectoryEntry entry = found(directory, name);
        NfsFailure.unless(inodes.get(entry.inode()).names().isEmpty(), Nfs3.ERR_NOTEMPTY);
        unlink(directory, entry);
        changed(directory);
        store.end();
    }

    private static DirectoryEntry found(final Inode directory, final String name) {
        final DirectoryEntry entry = directory.names().get(checked(name, Nfs3.ERR_INVAL));
        NfsFailure.unless(entry != null, Nfs3.ERR_NOENT);
        return entry;
    }

    private void unlink(final Inode directory, final DirectoryEntry entry) {
        final Inode inode = inodes.get(entry.inode());
        takeName(directory, entry);
        inode.links -= inode.isDirectory() ? 2 : 1;
        if (inode.links > 0) {
            inode.changeTime = now();
            store.inode(inode);
            return;
        }
        inodes.remove(inode.id);
        if (inode.isFile()) {
            inode.content.truncate(0);
        }
        capacity.giveFile();
        store.inodeRemoved(inode.id);
    }

    private void takeName(final Inode directory, final DirectoryEntry entry) {
        directory.directory.remove(entry);
        directory.links -= inodes.get(entry.inode()).isDirectory() ? 1 : 0;
        store.entryRemoved(directory.id, entry);
    }

    void rename(final Inode from, final String oldName, final Inode to, final String newName) {
        final DirectoryEntry entry = found(from, oldName);
        final Inode moved = inodes.get(entry.inode());
        final DirectoryEntry replaced = to.names().get(checked(newName, Nfs3.ERR_INVAL));
        if (replaced != null && replaced.inode() == moved.id) {
            return;
        }
        NfsFailure.unless(!isWithin(to, moved), Nfs3.ERR_INVAL);
        if (replaced != null) {
            checkReplaceable(inodes.get(replaced.inode()), moved);
            unlink(to, replaced);
        }
        takeName(from, entry);
        add(to, newName, moved);
        changed(from);
        moved.changeTime = now();
        store.inode(moved);
        store.end();
    }

    private static void checkReplaceable(final Inode replaced, final Inode moved) {
        NfsFailure.unless(replaced.isDirectory() == moved.isDirectory(), Nfs3.ERR_EXIST);
        NfsFailure.unless(!replaced.isDirectory() || replaced.directory.isEmpty(), Nfs3.ERR_NOTEMPTY);
    }

    private boolean isWithin(final Inode directory, final Inode ancestor) {
        Inode at = directory;
        while (at != ancestor && at.id != ROOT) {
            at = inodes.get(at.parent);
        }
        return at == ancestor;
    }

    private static String checked(final String name, final int statusOfDots) {
        NfsFailure.unless(!name.isEmpty() && name.indexOf('/') < 0 && name.indexOf('\0') < 0, Nfs3.ERR_INVAL);
        NfsFailure.unless(name.length() <= MAX_NAME, Nfs3.ERR_NAMETOOLONG);
        NfsFailure.unless(!".".equals(name) && !"..".equals(name), statusOfDots);
        return name;
    }

    void setAttributes(final Inode inode, final SetAttributes wanted) {
        if (wanted.hasSize()) {
            resize(inode, wanted.size());
        }
        wanted.apply(inode, now());
        store.inode(inode);
        store.end();
    }

    private void resize(final Inode inode, final long size) {
        NfsFailure.unless(inode.isFile(), inode.isDirectory() ? Nfs3.ERR_ISDIR : Nfs3.ERR_INVAL);
        if (size < inode.size) {
            inode.content.truncate(size);
            store.dataCut(inode.id, size);
        }
        inode.size = size;
        inode.modifyTime = now();
    }

    /** Writes all, or fails and writes nothing. */
    void write(final Inode file, final long offset, final DirectBuffer source, final int at, final int length) {
        NfsFailure.unless(offset >= 0 && offset <= MAX_SIZE - length, Nfs3.ERR_FBIG);
        file.content.write(offset, source, at, length);
        file.size = length == 0 ? file.size : Math.max(file.size, offset + length);
        file.touched(now());
    }

    /** Makes what was written stable. */
    void commit(final Inode file) {
        file.content.writeBack(store, file.id, file.size);
        store.inode(file);
        store.end();
    }
}
