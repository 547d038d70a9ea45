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
 * A directory of the host, and the inodes that handles name.
 *
 * <p>A handle has the inode's number and a generation, which is the time of its birth: both outlive the server. A
 * handle that a new server does not know makes it look through the whole directory, once; so does an inode whose known
 * names are gone while it has others. The inode of a handle is used only if a name that is known for it leads to the
 * inode still, from a directory that is held open: so nothing outside can be reached, whatever links there are. One
 * file system is exported; file systems mounted inside the directory are refused.
 *
 * <p>Used by one thread at a time.
 */
final class Export implements AutoCloseable {
    /** Inodes of one number that were born within one tick of the host's clock, at most; nanoseconds of birth time. */
    private static final long GENERATIONS_OF_A_BIRTH = 1 << 20;

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

    /** The search after which a handle of an unknown inode is stale. */
    private int searchForUnknown = search.next();

    /**
     * Exports a directory; it is the file system that the host says.
     *
     * @param directory it; links on the way to it are followed.
     * @param options   what clients may do with it.
     * @throws IOException if it cannot be read or, unless it is read-only, written.
     */
    Export(final Path directory, final ExportOptions options) throws IOException {
        this(directory, options, 0);
    }

    /**
     * Exports a directory.
     *
     * @param number the number of the file system, whatever the host says that it is; 0 for the host's.
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
     * Returns the inode that a handle names; fails if there is no such inode any more.
     *
     * @throws Postponed if it takes another step to find it.
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
            node.generation = generation; // a handle of the server before this one
            node.issued = true;
        }
        return node.generation == generation;
    }

    /** Returns where a node is; it is stale if it is not held, and none of its known names leads to it. */
    Found locate(final Node node) {
        final Found found = seek(node);
        NfsFailure.unless(found != null, Nfs3.ERR_STALE);
        return found;
    }

    /** Returns where a node is by the names that are known, or null. */
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
        final Node node = nodes.of(attributes.inode(), birthTime(attributes));
        if (attributes.isDirectory()) {
            // A directory that is mounted twice may contain itself.
            NfsFailure.unless(!place.directory().isWithin(node), Nfs3.ERR_ACCES);
        }
        node.seenAt(place, attributes.isDirectory());
        node.seen(attributes.links(), attributes.isDirectory());
        return node;
    }

    /** Notes that a name was taken away, and with the last one its inode. */
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

    /** Ends a round of about a second: closes idle files but the returned ones, and forgets inodes that are gone. */
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
            return; // it is too deep
        }
        if (node.hasUnknownNames() && !(node.search > 0 && search.hasEnded(node.search))) {
            searchForUnknown = search.next();
        }
        files.forget(node);
        nodes.forget(node);
    }

    /** All that is exported, for the search of inodes. */
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
                return null; // it is gone, or too deep, or contains itself
            }
        }
    }

    /** Returns the inodes that are known. */
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
