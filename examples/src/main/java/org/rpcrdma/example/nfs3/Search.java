// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import org.agrona.CloseHelper;

/**
 * Visits every name in a tree. Each step visits a few names, and other calls run between steps. Guarded by the export's
 * lock.
 */
final class Search implements AutoCloseable {
    private static final int STEP = 256;

    /** The tree to search. */
    interface Tree {
        Node root();

        DirectoryStream<Path> open(Node directory) throws IOException;

        /** Visits a name. Returns the node if the name belongs to a directory, otherwise null. */
        Node look(Node directory, Path name);
    }

    private final Tree tree;
    private final Deque<Node> directories = new ArrayDeque<>();
    private Node directory;
    private DirectoryStream<Path> stream;
    private Iterator<Path> names = Collections.emptyIterator();
    private int begun;
    private int ended;

    Search(final Tree tree) {
        this.tree = tree;
    }

    /** Returns the number of the next search to start. */
    int next() {
        return begun + 1;
    }

    boolean hasEnded(final int search) {
        return ended >= search;
    }

    /** Continues the current search, or starts the next one. */
    void step() {
        if (begun == ended) {
            begun++;
            directories.add(tree.root());
        }
        for (int i = 0; i < STEP; i++) {
            if (hasName()) {
                final Node found = tree.look(directory, names.next().getFileName());
                if (found != null) {
                    directories.add(found);
                }
            } else if (directories.isEmpty()) {
                ended = begun;
                return;
            } else {
                enter(directories.removeLast());
            }
        }
    }

    private boolean hasName() {
        try {
            return names.hasNext();
        } catch (final DirectoryIteratorException e) {
            return false; // the directory was removed
        }
    }

    private void enter(final Node next) {
        close();
        directory = next;
        try {
            stream = tree.open(next);
            names = stream.iterator();
        } catch (final IOException | NfsFailure e) {
            names = Collections.emptyIterator(); // removed, unreadable, or nested too deep
        }
    }

    @Override
    public void close() {
        CloseHelper.quietClose(stream);
        stream = null;
    }
}
