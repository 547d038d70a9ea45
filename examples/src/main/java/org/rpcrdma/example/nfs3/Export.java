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
 * A directory of the host, and the inodes to which file handles refer.
 *
 * <p>A handle contains the inode's number and a generation, which is the inode's birth time; both survive restarts of
 * the server. After a restart, an unknown handle causes one search through the whole directory. So does an inode that
 * has lost its known names but has other links. Before an inode is used, one of its known names is looked up in a
 * directory that is held open. Links therefore cannot lead outside the directory. One file system is exported; file
 * systems mounted inside the directory are rejected.
 *
 * <p>Not thread-safe: callers hold the export's lock.
 */
final class Export implements AutoCloseable {
    /**
     * The maximum number of inodes with one number that are born within one tick of the host's clock; also nanoseconds
     * of birth time.
     */
    private static final long GENERATIONS_OF_A_BIRTH = 1 << 20;

    /** The maximum depth of directories, as Linux accepts paths of up to 4,095 bytes. */
    private static final int DEEPEST = 2048;

    /**
     * A node that was found.
     *
     * @param node the node.
     * @param path a name below a held directory, or a held directory's descriptor; valid until {@link #endCall}.
     * @param attributes the attributes of the node.
     */
    record Found(Node node, Path path, Attributes attributes) {}

    /** Identifies the export; clients see it as the file system's number. */
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

    /** The number of the search after which handles of unknown inodes are stale. */
    private int searchForUnknown = search.next();

    /**
     * Exports a directory under the host's file system number.
     *
     * @param directory the directory; symbolic links in the path are followed.
     * @param options the rights of clients.
     * @throws IOException if it cannot be read or, unless it is exported read-only, written.
     */
    Export(final Path directory, final ExportOptions options) throws IOException {
        this(directory, options, 0);
    }

    /**
     * Exports a directory.
     *
     * @param number the number of the file system; 0 for the host's number.
     */
    Export(final Path directory, final ExportOptions options, final long number) throws IOException {
        root = directory.toRealPath();
        this.options = options;
        final HeldDirectories.Held held = HeldDirectories.Held.open(root);
        final FileSystemIdentity identity = FileSystemIdentity.of(held.descriptor(), root, options.readOnly());
        hasBirthTimes = identity.hasBirthTimes();
        final Attributes attributes = Attributes.of(held.path());
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
     * Returns the inode of a handle; fails if it no longer exists.
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

    /** Returns the location of a node; fails as stale if no known name leads to it. */
    Found locate(final Node node) {
        final Found found = seek(node);
        NfsFailure.unless(found != null, Nfs3.ERR_STALE);
        return found;
    }

    /** Returns the location of a node by its known names, or null. */
    private Found seek(final Node node) {
        final HeldDirectories.Held itself = held(node);
        final Attributes open = itself == null ? null : attributes(itself.path());
        if (open != null && open.links() > 0) {
            return new Found(node, itself.path(), open);
        }
        directories.forget(node);
        for (int i = node.names(); i > 0; i--) {
            final Path path = path(node.place());
            final Attributes attributes = path == null ? null : attributes(path);
            if (attributes != null && isOf(node, attributes)) {
                node.seen(attributes.links(), attributes.isDirectory());
                return new Found(node, path, attributes);
            }
            node.tryNextName();
        }
        return null;
    }

    /** Returns the path of a name, or null if its directory is gone. */
    private Path path(final Node.Place place) {
        try {
            return hold(place.directory()).resolve(place.name());
        } catch (final NfsFailure e) {
            NfsFailure.unless(e.status == Nfs3.ERR_STALE, e.status);
            return null;
        }
    }

    private boolean isOf(final Node node, final Attributes attributes) {
        return isExported(attributes) && attributes.inode() == node.inode && birthTime(attributes) == node.birthTime;
    }

    /** Returns a held directory if it is still inside the exported directory, else null. */
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

    /** Returns the path of a directory's descriptor, which stays open while it is in use. */
    private Path hold(final Node directory) {
        final HeldDirectories.Held known = held(directory);
        if (known != null) {
            return known.path();
        }
        final HeldDirectories.Held opened = open(directory);
        directories.hold(directory, opened);
        return opened.path();
    }

    /** Opens a directory by its known names. Checks that they led to this directory and not outside the export. */
    private HeldDirectories.Held open(final Node directory) {
        final Path path = path(directory);
        try {
            final HeldDirectories.Held opened = opener.open(() -> HeldDirectories.Held.open(path));
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

    /** Returns a directory with the path of its descriptor, for access to its entries. */
    Found enter(final Found directory) {
        return new Found(directory.node(), hold(directory.node()), directory.attributes());
    }

    /** Called at the end of a call. Invalidates the paths that the call found. */
    void endCall() {
        directories.endCall();
    }

    /** Returns a path's attributes, or null if the path does not exist. */
    static Attributes attributes(final Path path) {
        try {
            return Attributes.of(path);
        } catch (final IOException e) {
            return null;
        }
    }

    /** Returns the inode of a name, or null if the name does not exist; call {@link #enter} for the directory first. */
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

    /** Returns a directory's parent; the root is its own parent. */
    Found parent(final Found directory) {
        if (directory.node() == rootNode) {
            return directory;
        }
        NfsFailure.unless(directory.node().place() != null, Nfs3.ERR_STALE);
        return locate(directory.node().place().directory());
    }

    /** Returns true if an inode is in the exported file system, not in a file system that is mounted inside it. */
    boolean isExported(final Attributes attributes) {
        return attributes.fileSystem() == fileSystem;
    }

    /** Returns the node of an inode that was seen under a name. */
    Node known(final Node.Place place, final Attributes attributes) {
        NfsFailure.unless(isExported(attributes), Nfs3.ERR_ACCES);
        if (attributes.inode() == rootNode.inode) {
            return rootNode;
        }
        final Node node = nodes.of(attributes.inode(), birthTime(attributes));
        if (attributes.isDirectory()) {
            // A directory that is mounted twice may contain itself.
            NfsFailure.unless(!place.directory().isWithin(node), Nfs3.ERR_ACCES);
        }
        node.seenAt(place, attributes.isDirectory());
        node.seen(attributes.links(), attributes.isDirectory());
        return node;
    }

    /** Records that a name was removed, and with the last name the inode. */
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

    /** Called about once per second: closes idle files except those returned, and forgets removed inodes. */
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

    /** Everything that is exported, for the search of inodes. */
    private final class WholeTree implements Search.Tree {
        @Override
        public Node root() {
            return rootNode;
        }

        @Override
        public DirectoryStream<Path> open(final Node directory) throws IOException {
            final Path path = hold(directory);
            return opener.open(() -> Files.newDirectoryStream(path));
        }

        @Override
        public Node look(final Node directory, final Path name) {
            try {
                final Attributes attributes = attributes(hold(directory).resolve(name));
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
