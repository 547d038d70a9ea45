// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * A directory of the host, and the inodes that handles name.
 *
 * <p>A handle has the inode's number and a generation, which is the time of its birth: both outlive the server. The
 * first handle that a new server does not know makes it look through the whole directory, once. The inode of a handle
 * is used only if a name that is known for it leads to the inode still, from a directory that is held open: so nothing
 * outside can be reached, whatever links there are. One file system is exported; file systems mounted inside the
 * directory are refused.
 *
 * <p>Used by one thread at a time.
 */
final class Export implements AutoCloseable {
    /** Inodes of one number that were born within one tick of the host's clock, at most; nanoseconds of birth time. */
    private static final long GENERATIONS_OF_A_BIRTH = 1 << 20;

    /** Inodes removed last, whose numbers the host may use again within the same tick. */
    private static final int REMOVED = 4096;

    /** Directories in one another, at most: Linux takes paths of 4,095 bytes. */
    private static final int DEEPEST = 2048;

    /**
     * A node and where it is.
     *
     * @param node       it.
     * @param path       its name below a held directory, or a held directory's descriptor; good until
     *                   {@link #endCall}.
     * @param attributes its attributes.
     */
    record Found(Node node, Path path, Attributes attributes) {}

    /** Which export it is: clients see it as the file system's number. */
    final long id;

    final ExportOptions options;
    final OpenFiles files;
    private final Path root;
    private final long fileSystem;
    private final boolean hasBirthTimes;
    private final Node rootNode;
    private final HeldDirectories directories;
    private final Long2ObjectHashMap<Node> nodes = new Long2ObjectHashMap<>();
    private final Map<Long, Long> removed = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Long, Long> eldest) {
            return size() > REMOVED;
        }
    };
    private boolean hasLookedThrough;

    /**
     * Exports a directory.
     *
     * @param directory it; links on the way to it are followed.
     * @param options   what clients may do with it.
     * @throws IOException if it cannot be read or, unless it is read-only, written.
     */
    Export(final Path directory, final ExportOptions options) throws IOException {
        root = directory.toRealPath();
        this.options = options;
        files = new OpenFiles(options.readOnly());
        final HeldDirectories.Held held = HeldDirectories.Held.open(root);
        hasBirthTimes = options.readOnly() || hasBirthTimes(root);
        final Attributes attributes = Attributes.of(held.path());
        fileSystem = attributes.fileSystem();
        id = Objects.hash(fileSystem, attributes.inode()) & 0xffff_ffffL;
        rootNode = new Node(attributes.inode(), birthTime(attributes), birthTime(attributes));
        nodes.put(rootNode.inode, rootNode);
        directories = new HeldDirectories(rootNode, held);
    }

    /** Java gives the time of the last change where a file system keeps no birth times. */
    private static boolean hasBirthTimes(final Path root) throws IOException {
        final Path probe = Files.createTempFile(root, ".nfs3-server", null);
        try {
            final FileTime past = FileTime.fromMillis(0);
            Files.setLastModifiedTime(probe, past);
            return !Files.getAttribute(probe, "creationTime").equals(past);
        } finally {
            Files.delete(probe);
        }
    }

    private long birthTime(final Attributes attributes) {
        return hasBirthTimes ? attributes.birthTime() : 0;
    }

    Path root() {
        return root;
    }

    Node rootNode() {
        return rootNode;
    }

    /** Returns the inode that a handle names; fails if there is no such inode any more. */
    Found find(final long inode, final long generation) {
        Node node = nodes.get(inode);
        if (node == null && !hasLookedThrough) {
            lookThrough();
            node = nodes.get(inode);
        }
        NfsFailure.unless(node != null && isOf(node, generation), Nfs3.ERR_STALE);
        return locate(node);
    }

    private static boolean isOf(final Node node, final long generation) {
        final long difference = generation - node.birthTime;
        if (!node.issued && difference >= 0 && difference < GENERATIONS_OF_A_BIRTH) {
            node.generation = generation; // a handle of the server before this one
            node.issued = true;
        }
        return node.generation == generation;
    }

    /** Returns where a node is; it is stale if it is not held, and none of its names leads to it. */
    Found locate(final Node node) {
        final HeldDirectories.Held itself = held(node);
        final Attributes open = itself == null ? null : attributes(itself.path());
        if (open != null && open.links() > 0) {
            return new Found(node, itself.path(), open);
        }
        directories.forget(node);
        for (int i = node.names(); i > 0; i--) {
            final Path path =
                    hold(node.place().directory()).resolve(node.place().name());
            final Attributes attributes = attributes(path);
            if (attributes != null && isOf(node, attributes)) {
                return new Found(node, path, attributes);
            }
            node.tryNextName();
        }
        throw new NfsFailure(Nfs3.ERR_STALE);
    }

    private boolean isOf(final Node node, final Attributes attributes) {
        return isExported(attributes) && attributes.inode() == node.inode && birthTime(attributes) == node.birthTime;
    }

    /** Returns a directory that is held open, if it is still in the exported one; else null. */
    private HeldDirectories.Held held(final Node node) {
        final HeldDirectories.Held held = directories.get(node);
        try {
            if (held == null || directories.isInside(held)) {
                return held;
            }
        } catch (final IOException e) {
            throw new NfsFailure(NfsFailure.status(e)); // it is deeper than paths are long
        }
        directories.forget(node);
        return null;
    }

    /** Returns the path of a directory's descriptor, which is open until it was not used for long. */
    private Path hold(final Node directory) {
        final HeldDirectories.Held known = held(directory);
        if (known != null) {
            return known.path();
        }
        final HeldDirectories.Held opened = open(directory);
        directories.hold(directory, opened);
        return opened.path();
    }

    /** Opens a directory by the names that are known for it, and looks whether they have led to it, and not outside. */
    private HeldDirectories.Held open(final Node directory) {
        final Path path = path(directory);
        try {
            final HeldDirectories.Held opened = HeldDirectories.Held.open(path);
            boolean isIt = false;
            try {
                isIt = isOf(directory, Attributes.of(opened.path())) && directories.isInside(opened);
            } finally {
                if (!isIt) {
                    opened.close();
                }
            }
            if (isIt) {
                return opened;
            }
        } catch (final IOException e) {
            final int status = NfsFailure.status(e);
            NfsFailure.unless(status == Nfs3.ERR_NOENT || status == Nfs3.ERR_NOTDIR, status);
        }
        throw new NfsFailure(Nfs3.ERR_STALE);
    }

    private Path path(final Node directory) {
        final Deque<Path> names = new ArrayDeque<>();
        for (Node at = directory; at != rootNode; at = at.place().directory()) {
            NfsFailure.unless(at.place() != null, Nfs3.ERR_STALE);
            NfsFailure.unless(names.size() < DEEPEST, Nfs3.ERR_NAMETOOLONG);
            names.push(at.place().name());
        }
        Path path = directories.get(rootNode).path();
        for (final Path name : names) {
            path = path.resolve(name);
        }
        return path;
    }

    /** Returns a directory with the path of its descriptor, below which its names are. */
    Found enter(final Found directory) {
        return new Found(directory.node(), hold(directory.node()), directory.attributes());
    }

    /** Ends a call: the paths of what it found are good no longer. */
    void endCall() {
        directories.endCall();
    }

    /** Returns a path's attributes, or null if there is nothing. */
    static Attributes attributes(final Path path) {
        try {
            return Attributes.of(path);
        } catch (final IOException e) {
            return null;
        }
    }

    /** Returns a name's inode, or null if there is none; the directory was entered. */
    Found entry(final Found directory, final Path name) throws IOException {
        final Path path = directory.path().resolve(name);
        final Attributes attributes = attributes(path);
        if (attributes == null) {
            final boolean exists = Attributes.of(directory.path()).links() > 0;
            NfsFailure.unless(exists, Nfs3.ERR_STALE);
            return null;
        }
        return new Found(known(new Node.Place(directory.node(), name), attributes), path, attributes);
    }

    /** Returns the directory that a directory is in; the root's is itself. */
    Found parent(final Found directory) {
        if (directory.node() == rootNode) {
            return directory;
        }
        NfsFailure.unless(directory.node().place() != null, Nfs3.ERR_STALE);
        return locate(directory.node().place().directory());
    }

    /** Returns true if attributes are of the file system that is exported, not of one that is mounted in it. */
    boolean isExported(final Attributes attributes) {
        return attributes.fileSystem() == fileSystem;
    }

    /** Returns the node of an inode that was seen under a name. */
    Node known(final Node.Place place, final Attributes attributes) {
        NfsFailure.unless(isExported(attributes), Nfs3.ERR_ACCES);
        if (attributes.inode() == rootNode.inode) {
            return rootNode;
        }
        Node node = nodes.get(attributes.inode());
        if (node == null || node.birthTime != birthTime(attributes)) {
            final long birthTime = birthTime(attributes);
            final Long before = removed.get(attributes.inode());
            final long generation = before == null ? birthTime : Math.max(birthTime, before + 1);
            node = new Node(attributes.inode(), birthTime, generation);
            nodes.put(node.inode, node);
        }
        if (attributes.isDirectory()) {
            // A directory that is mounted twice may contain itself.
            NfsFailure.unless(!place.directory().isWithin(node), Nfs3.ERR_ACCES);
        }
        node.seenAt(place, attributes.isDirectory());
        return node;
    }

    /** Notes that a name was taken away, and with the last one its inode. */
    void gone(final Found entry, final Node.Place place) {
        entry.node().goneFrom(place);
        if (entry.attributes().isDirectory() || entry.attributes().links() == 1) {
            files.forget(entry.node());
            directories.forget(entry.node());
            nodes.remove(entry.node().inode);
            removed.put(entry.node().inode, entry.node().generation);
        }
    }

    /** Opens a file for reading or writing; it is stale if another took its name meanwhile. */
    OpenFile open(final Found file, final boolean write) throws IOException {
        return files.open(file.node(), file.path(), write, opened -> isOf(file.node(), opened));
    }

    private void lookThrough() {
        hasLookedThrough = true;
        final Deque<Node> left = new ArrayDeque<>();
        left.add(rootNode);
        while (!left.isEmpty()) {
            final Node directory = left.removeLast();
            try (HeldDirectories.Held opened = open(directory);
                    DirectoryStream<Path> names = Files.newDirectoryStream(opened.path())) {
                for (final Path path : names) {
                    look(directory, path, left);
                }
            } catch (final IOException | DirectoryIteratorException | NfsFailure e) {
                continue; // it is gone, or nobody may read it, or it is too deep
            }
        }
    }

    private void look(final Node directory, final Path path, final Deque<Node> left) {
        final Attributes attributes = attributes(path);
        if (attributes == null || !isExported(attributes)) {
            return;
        }
        final Node node = known(new Node.Place(directory, path.getFileName()), attributes);
        if (attributes.isDirectory()) {
            left.add(node);
        }
    }

    @Override
    public void close() {
        files.close();
        directories.close();
    }
}
