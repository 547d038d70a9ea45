// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import org.agrona.CloseHelper;

/**
 * Keeps the most recently used directories open. Names are looked up in the open directory itself, so renaming
 * directories or replacing them with links cannot redirect a call. Guarded by the export's lock.
 */
final class HeldDirectories implements AutoCloseable {
    private static final int MOST = 256;

    /** A directory that is held open. */
    static final class Held implements AutoCloseable {
        /** A descriptor whose path is a link to the directory's current location. */
        private final Descriptor descriptor;

        private final Path path;

        /** The number of the last call that found the directory inside the exported directory. */
        private long insideAt = -1;

        private Held(final Descriptor descriptor) {
            this.descriptor = descriptor;
            path = descriptor.path().resolve(".");
        }

        /** Opens a directory, following symbolic links; the caller must check the result. */
        static Held open(final Path path) throws IOException {
            return new Held(Descriptor.ofDirectory(path));
        }

        Descriptor descriptor() {
            return descriptor;
        }

        /** Returns a path to the directory itself, below which its entries can be accessed. */
        Path path() {
            return path;
        }

        /** Returns the directory's attributes, or null if the host cannot read them. */
        Attributes attributes() {
            return descriptor.attributesOrNull();
        }

        /** Returns an entry's attributes, or null if it does not exist. */
        Attributes attributes(final Path name) {
            try {
                return descriptor.attributes(name);
            } catch (final IOException e) {
                return null;
            }
        }

        @Override
        public void close() {
            descriptor.close();
        }
    }

    private final Held root;
    private final LinkedHashMap<Node, Held> held = new LinkedHashMap<>(MOST, 0.75f, true);
    private Path rootPath;
    private long call;

    HeldDirectories(final Node node, final Held root) throws IOException {
        this.root = root;
        held.put(node, root);
        rootPath = Files.readSymbolicLink(root.descriptor.path());
    }

    /** Returns a node's held directory, or null if the directory is not open. */
    Held get(final Node node) {
        return held.get(node);
    }

    void hold(final Node node, final Held opened) {
        held.put(node, opened);
    }

    /**
     * Returns true if a directory is still inside the exported directory; another process may have moved it. Checks
     * once per call.
     */
    boolean isInside(final Held directory) throws IOException {
        if (directory == root || directory.insideAt == call) {
            return true;
        }
        final Path path = Files.readSymbolicLink(directory.descriptor.path());
        if (!path.startsWith(rootPath)) {
            rootPath = Files.readSymbolicLink(root.descriptor.path());
        }
        if (!path.startsWith(rootPath)) {
            return false;
        }
        directory.insideAt = call;
        return true;
    }

    /** Closes a removed directory. */
    void forget(final Node node) {
        if (held.get(node) != root) {
            CloseHelper.close(held.remove(node));
        }
    }

    /**
     * Closes the directories that the current call does not use, in order to free descriptors.
     *
     * @return true if at least one directory was closed.
     */
    boolean closeUnused() {
        return held.values().removeIf(one -> one != root && one.insideAt != call && close(one));
    }

    private static boolean close(final Held one) {
        one.close();
        return true;
    }

    /** Completes a call. Closes the least recently used directories; paths are valid only during a call. */
    void endCall() {
        call++;
        final Iterator<Held> eldest = held.values().iterator();
        while (held.size() > MOST && eldest.hasNext()) {
            final Held one = eldest.next();
            if (one != root) {
                one.close();
                eldest.remove();
            }
        }
    }

    @Override
    public void close() {
        held.values().forEach(Held::close);
        held.clear();
    }
}
