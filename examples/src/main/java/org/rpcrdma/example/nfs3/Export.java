// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.channels.FileChannel;
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
 * is used only if the path that is known for it leads to the inode still: so nothing outside can be reached, whatever
 * links there are. One file system is exported; file systems mounted inside the directory are refused.
 *
 * <p>Used by one thread at a time.
 */
final class Export implements AutoCloseable {
    /** Inodes of one number that were born within one tick of the host's clock, at most; nanoseconds of birth time. */
    private static final long GENERATIONS_OF_A_BIRTH = 1 << 20;

    /** Inodes removed last, whose numbers the host may use again within the same tick. */
    private static final int REMOVED = 4096;

    /** A node and where it is. */
    record Found(Node node, Path path, Attributes attributes) {}

    /** Which export it is: clients see it as the file system's number. */
    final long id;

    final boolean readOnly;
    final OpenFiles files;
    private final Path root;
    private final long fileSystem;
    private final boolean hasBirthTimes;
    private final Node rootNode;
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
     * @param readOnly  true if nothing in it may change.
     * @throws IOException if it cannot be read or, unless it is read-only, written.
     */
    Export(final Path directory, final boolean readOnly) throws IOException {
        root = directory.toRealPath();
        this.readOnly = readOnly;
        files = new OpenFiles(readOnly);
        Files.newDirectoryStream(root).close();
        hasBirthTimes = readOnly || hasBirthTimes(root);
        final Attributes attributes = Attributes.of(root);
        fileSystem = attributes.fileSystem();
        id = Objects.hash(fileSystem, attributes.inode()) & 0xffff_ffffL;
        rootNode = new Node(attributes.inode(), birthTime(attributes), birthTime(attributes));
        nodes.put(rootNode.inode, rootNode);
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

    /** Returns where a node is; it is stale if none of its names leads to it. */
    Found locate(final Node node) {
        final int names = Math.max(1, node.names());
        for (int i = 0; i < names; i++) {
            final Path path = path(node);
            final Attributes attributes = path == null ? null : attributes(path);
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

    private Path path(final Node node) {
        if (node == rootNode) {
            return root;
        }
        final Path directory = node.place() == null ? null : path(node.place().directory());
        return directory == null ? null : directory.resolve(node.place().name());
    }

    /** Returns a path's attributes, or null if there is nothing. */
    static Attributes attributes(final Path path) {
        try {
            return Attributes.of(path);
        } catch (final IOException e) {
            return null;
        }
    }

    /** Returns a name's inode, or null if there is none. */
    Found entry(final Found directory, final Path name) throws IOException {
        final Path path = directory.path().resolve(name);
        final Attributes attributes = attributes(path);
        if (attributes == null) {
            Attributes.of(directory.path()); // fails if it is that which is gone
            return null;
        }
        return new Found(known(new Node.Place(directory.node(), name), attributes), path, attributes);
    }

    /** Returns the directory that a directory is in; the root's is itself. */
    Found parent(final Found directory) {
        return locate(
                directory.node() == rootNode
                        ? rootNode
                        : directory.node().place().directory());
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
            nodes.remove(entry.node().inode);
            removed.put(entry.node().inode, entry.node().generation);
        }
    }

    /** Opens a file for reading or writing. */
    FileChannel open(final Found file, final boolean write) throws IOException {
        return files.open(file.node(), file.path(), write);
    }

    private void lookThrough() {
        hasLookedThrough = true;
        final Deque<Found> directories = new ArrayDeque<>();
        directories.add(locate(rootNode));
        while (!directories.isEmpty()) {
            final Found directory = directories.removeLast();
            try (DirectoryStream<Path> names = Files.newDirectoryStream(directory.path())) {
                for (final Path path : names) {
                    look(directory, path, directories);
                }
            } catch (final IOException | DirectoryIteratorException e) {
                continue; // it is gone, or nobody may read it
            }
        }
    }

    private void look(final Found directory, final Path path, final Deque<Found> directories) {
        final Attributes attributes = attributes(path);
        if (attributes == null || !isExported(attributes)) {
            return;
        }
        final Node node = known(new Node.Place(directory.node(), path.getFileName()), attributes);
        if (attributes.isDirectory()) {
            directories.add(new Found(node, path, attributes));
        }
    }

    @Override
    public void close() {
        files.close();
    }
}
