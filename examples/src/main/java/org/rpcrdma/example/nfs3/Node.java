// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An inode of the host for which clients have, or may have, a handle; with the names under which it was last seen. Used
 * under the export's lock.
 */
final class Node {
    /** A name in a directory. */
    record Place(Node directory, Path name) {}

    final long inode;
    final long birthTime;

    /** Distinguishes it from other inodes that had its number before. */
    long generation;

    /** True once a client may have its handle. */
    boolean issued;

    /** The number of the search that must find the node, otherwise it is stale; 0 if no search is needed. */
    int search;

    /** The name under which it was last seen. */
    private Place place;

    /** Further names; null if there were never any. */
    private List<Place> others;

    /** The host's count of its names when it was last seen; 1 for a directory. */
    private int links = 1;

    /** The number of names in this directory that belong to nodes. */
    private int children;

    Node(final long inode, final long birthTime, final long generation) {
        this.inode = inode;
        this.birthTime = birthTime;
        this.generation = generation;
    }

    /** Returns the name under which it was last seen; null for the root, and if no name is known. */
    Place place() {
        return place;
    }

    int names() {
        return place == null ? 0 : others == null ? 1 : 1 + others.size();
    }

    boolean hasUnknownNames() {
        return links > names();
    }

    boolean hasChildren() {
        return children > 0;
    }

    /** Replaces the name under which it was last seen by another known name. */
    void tryNextName() {
        if (others != null && !others.isEmpty()) {
            others.add(place);
            place = others.remove(0);
        }
    }

    /** Records the host's count of its names. */
    void seen(final int names, final boolean directory) {
        links = directory ? 1 : names;
        search = 0;
    }

    /** Records a name; a directory has only one. */
    void seenAt(final Place name, final boolean directory) {
        if (name.equals(place)) {
            return;
        }
        if (directory) {
            forgetNames();
        } else {
            goneFrom(name);
        }
        if (place != null) {
            others = others == null ? new ArrayList<>(1) : others;
            others.add(place);
        }
        place = name;
        name.directory.children++;
    }

    /** Records that a name no longer belongs to it. */
    void goneFrom(final Place name) {
        if (name.equals(place)) {
            place = others == null || others.isEmpty() ? null : others.remove(others.size() - 1);
            name.directory.children--;
        } else if (others != null && others.remove(name)) {
            name.directory.children--;
        }
    }

    void forgetNames() {
        while (place != null) {
            goneFrom(place);
        }
    }

    boolean isWithin(final Node ancestor) {
        Node at = this;
        while (at != ancestor && at.place() != null) {
            at = at.place().directory();
        }
        return at == ancestor;
    }
}
