// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * An exported directory of the host, and the inodes to which file handles refer.
 *
 * <p>A handle contains the inode number and a generation, which is the inode's birth time. Both survive a server
 * restart. A handle that is unknown after a restart triggers one search of the whole directory tree. The same happens
 * if none of an inode's known names is valid but the inode still has other links. Before an inode is used, one of its
 * known names is looked up in a directory that is held open. Therefore, links cannot lead outside the exported
 * directory. Only one file system is exported; file systems mounted inside the directory are rejected.
 *
 * <p>Not thread-safe. Callers hold the export's lock.
 */
final class Export implements AutoCloseable {
    /**
     * The range of generations for inodes that share a number and were born in the same tick of the host's clock. A
     * generation is a birth time in nanoseconds.
     */
    private static final long GENERATIONS_OF_A_BIRTH = 1 << 20;

    /** The maximum directory depth; Linux accepts paths of up to 4,095 bytes. */
    private static final int DEEPEST = 2048;

    /**
     * A node at its current location.
     *
     * @param node       the node.
     * @param held       a directory that is held open until {@link #endCall}.
     * @param name       the node's name in that directory; null if the node is the directory itself.
     * @param attributes the node's attributes.
     */
    record Found(Node node, HeldDirectories.Held held, Path name, Attributes attributes) {
        /** Returns a path that is valid until {@link #endCall}. */
        Path path() {
            return name == null ? held.path() : held.path().resolve(name);
        }

        /** Returns the path of an entry. Call {@link #enter} for the directory first. */
        Path entry(final Path of) {
            return held.path().resolve(of);
        }

        /** Returns an entry's attributes, or null if it does not exist. Call {@link #enter} for the directory first. */
        Attributes entryAttributes(final Path of) {
            return held.attributes(of);
        }
    }

    /** Identifies the export. Clients see this number as the file system's id. */
    final long id;

    final ExportOptions options;
    final WriteVerifier verifier = new WriteVerifier();
    final OpenFiles files = new OpenFiles();
    final Opener opener;
    private final Path root;
    private final long fileSystem;
    private final boolean hasBirthTimes;
    private final Node rootNode;
    private final HeldDirectories directories;
    private final Nodes nodes = new Nodes();
    private final Search search = new Search(new WholeTree());

    /** The number of the search after which the handles of unknown inodes are stale. */
    private int searchForUnknown = search.next();

    /**
     * Exports a directory with the number of its file system.
     *
     * @param directory the directory; symbolic links in the path are followed.
     * @param options   the clients' rights.
     * @throws IOException if the directory cannot be read, or cannot be written although it is not exported read-only.
     */
    Export(final Path directory, final ExportOptions options) throws IOException {
        this(directory, options, 0);
    }

    /**
     * Exports a directory with a given file system number.
     *
     * @param number the file system number; 0 selects the host's number.
     */
    Export(final Path directory, final ExportOptions options, final long number) throws IOException {
        root = directory.toRealPath();
        this.options = options;
        final HeldDirectories.Held held = HeldDirectories.Held.open(root);
        final FileSystemIdentity identity = FileSystemIdentity.of(held.descriptor(), root, options.readOnly());
        hasBirthTimes = identity.hasBirthTimes();
        final Attributes attributes = held.descriptor().attributes();
        fileSystem = attributes.fileSystem();
        id = number == 0 ? identity.number(attributes) : number;
        rootNode = nodes.of(attributes.inode(), birthTime(attributes));
        directories = new HeldDirectories(rootNode, held);
        opener = new Opener(files, directories, verifier, this::isOf);
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

    Linux.FileSystem fileSystem() throws IOException {
        return directories.get(rootNode).descriptor().fileSystem();
    }

    /**
     * Returns the inode of a handle. Fails if the inode no longer exists.
     *
     * @throws Postponed if the search needs another step.
     */
    Found find(final long inode, final long generation) {
        final Node node = nodes.get(inode);
        if (node == null) {
            throw searchOn(searchForUnknown);
        }
        NfsFailure.unless(isOf(node, generation), Nfs3.ERR_STALE);
        final Found found = seek(node);
        if (found != null) {
            return found;
        }
        NfsFailure.unless(node.hasUnknownNames(), Nfs3.ERR_STALE);
        node.search = node.search == 0 ? search.next() : node.search;
        throw searchOn(node.search);
    }

    private Postponed searchOn(final int needed) {
        NfsFailure.unless(!search.hasEnded(needed), Nfs3.ERR_STALE);
        search.step();
        return new Postponed();
    }

    private static boolean isOf(final Node node, final long generation) {
        final long difference = generation - node.birthTime;
        if (!node.issued && difference >= 0 && difference < GENERATIONS_OF_A_BIRTH) {
            node.generation = generation; // a handle from an earlier run of the server
            node.issued = true;
        }
        return node.generation == generation;
    }

    /** Returns a node's location. Fails with a stale handle if no known name leads to the node. */
    Found locate(final Node node) {
        final Found found = seek(node);
        NfsFailure.unless(found != null, Nfs3.ERR_STALE);
        return found;
    }

    /** Returns a node's location by trying its known names, or null if none leads to it. */
    private Found seek(final Node node) {
        final HeldDirectories.Held itself = held(node);
        final Attributes open = itself == null ? null : itself.attributes();
        if (open != null && open.links() > 0) {
            return new Found(node, itself, null, open);
        }
        directories.forget(node);
        for (int i = node.names(); i > 0; i--) {
            final Path name = node.place().name();
            final HeldDirectories.Held directory = directoryOf(node.place());
            final Attributes attributes = directory == null ? null : directory.attributes(name);
            if (attributes != null && isOf(node, attributes)) {
                node.seen(attributes.links(), attributes.isDirectory());
                return new Found(node, directory, name, attributes);
            }
            node.tryNextName();
        }
        return null;
    }

    /** Returns a name's directory, or null if it no longer exists. */
    private HeldDirectories.Held directoryOf(final Node.Place place) {
        try {
            return hold(place.directory());
        } catch (final NfsFailure e) {
            NfsFailure.unless(e.status == Nfs3.ERR_STALE, e.status);
            return null;
        }
    }

    private boolean isOf(final Node node, final Attributes attributes) {
        return isExported(attributes) && attributes.inode() == node.inode && birthTime(attributes) == node.birthTime;
    }

    /** Returns a held directory if it is still inside the exported directory, otherwise null. */
    private HeldDirectories.Held held(final Node node) {
        final HeldDirectories.Held held = directories.get(node);
        try {
            if (held == null || directories.isInside(held)) {
                return held;
            }
        } catch (final IOException e) {
            throw new NfsFailure(NfsFailure.status(e)); // nested deeper than the maximum length of a path
        }
        directories.forget(node);
        return null;
    }

    /** Returns an open directory, which stays open until the call ends. */
    private HeldDirectories.Held hold(final Node directory) {
        final HeldDirectories.Held known = held(directory);
        if (known != null) {
            return known;
        }
        final HeldDirectories.Held opened = open(directory);
        directories.hold(directory, opened);
        return opened;
    }

    /** Opens a directory by its known names. Checks that the names led to this directory and not outside the export. */
    private HeldDirectories.Held open(final Node directory) {
        final Path path = path(directory);
        try {
            final HeldDirectories.Held opened = opener.open(() -> HeldDirectories.Held.open(path));
            boolean isIt = false;
            try {
                isIt = isOf(directory, opened.descriptor().attributes()) && directories.isInside(opened);
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

    /** Returns a directory that is held open, so that its entries can be accessed. */
    Found enter(final Found directory) {
        return new Found(directory.node(), hold(directory.node()), null, directory.attributes());
    }

    /** Completes a call, which invalidates the paths that the call found. */
    void endCall() {
        directories.endCall();
    }

    /** Returns the inode of a name, or null if the name does not exist. Call {@link #enter} for the directory first. */
    Found entry(final Found directory, final Path name) throws IOException {
        final Attributes attributes = directory.entryAttributes(name);
        if (attributes == null) {
            final boolean exists = directory.held().descriptor().attributes().links() > 0;
            NfsFailure.unless(exists, Nfs3.ERR_STALE);
            return null;
        }
        return new Found(known(new Node.Place(directory.node(), name), attributes), directory.held(), name, attributes);
    }

    /** Returns a directory's parent; the root is its own parent. */
    Found parent(final Found directory) {
        if (directory.node() == rootNode) {
            return directory;
        }
        NfsFailure.unless(directory.node().place() != null, Nfs3.ERR_STALE);
        return locate(directory.node().place().directory());
    }

    /**
     * Returns true if an inode is in the exported file system. An inode in a file system that is mounted inside the
     * export is not.
     */
    boolean isExported(final Attributes attributes) {
        return attributes.fileSystem() == fileSystem;
    }

    /** Returns the node for an inode that was found under a name. */
    Node known(final Node.Place place, final Attributes attributes) {
        NfsFailure.unless(isExported(attributes), Nfs3.ERR_ACCES);
        if (attributes.inode() == rootNode.inode) {
            return rootNode;
        }
        final Node node = nodes.of(attributes.inode(), birthTime(attributes));
        if (attributes.isDirectory()) {
            // A directory that is mounted in two places may contain itself.
            NfsFailure.unless(!place.directory().isWithin(node), Nfs3.ERR_ACCES);
        }
        node.seenAt(place, attributes.isDirectory());
        node.seen(attributes.links(), attributes.isDirectory());
        return node;
    }

    /** Records that a name was removed. If it was the last name, the inode is gone too. */
    void gone(final Found entry, final Node.Place place) {
        final Node node = entry.node();
        node.goneFrom(place);
        if (entry.attributes().isDirectory() || entry.attributes().links() == 1) {
            files.forget(node);
            directories.forget(node);
            nodes.gone(node);
        } else {
            node.seen(entry.attributes().links() - 1, false);
        }
    }

    /**
     * Completes a round; called about once per second. Closes idle files, except the returned ones, and forgets removed
     * inodes.
     */
    synchronized List<OpenFile> endRound() {
        nodes.nextToLookAt().forEach(this::forgetIfGone);
        endCall();
        return files.endRound();
    }

    private void forgetIfGone(final Node node) {
        if (node == rootNode || node.hasChildren() || nodes.get(node.inode) != node) {
            return;
        }
        try {
            if (seek(node) != null) {
                return;
            }
        } catch (final NfsFailure e) {
            return; // nested too deep
        }
        if (node.hasUnknownNames() && !(node.search > 0 && search.hasEnded(node.search))) {
            searchForUnknown = search.next();
        }
        files.forget(node);
        nodes.forget(node);
    }

    /** The exported tree, as the search for inodes sees it. */
    private final class WholeTree implements Search.Tree {
        @Override
        public Node root() {
            return rootNode;
        }

        @Override
        public DirectoryStream<Path> open(final Node directory) throws IOException {
            final Path path = hold(directory).path();
            return opener.open(() -> Files.newDirectoryStream(path));
        }

        @Override
        public Node look(final Node directory, final Path name) {
            try {
                final Attributes attributes = hold(directory).attributes(name);
                if (attributes == null || !isExported(attributes)) {
                    return null;
                }
                final Node node = known(new Node.Place(directory, name), attributes);
                return attributes.isDirectory() ? node : null;
            } catch (final NfsFailure e) {
                return null; // removed, nested too deep, or contains itself
            }
        }
    }

    /** Returns the number of known inodes. */
    int inodes() {
        return nodes.size();
    }

    @Override
    public synchronized void close() {
        search.close();
        files.close();
        directories.close();
    }
}
