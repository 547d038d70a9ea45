// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An inode of the host for which clients may have a handle, with the names under which the server last found it.
 * Guarded by the export's lock.
 */
final class Node {
    /** A name within a directory. */
    record Place(Node directory, Path name) {}

    final long inode;
    final long birthTime;

    /** Distinguishes this inode from earlier inodes with the same number. */
    long generation;

    /** True if a client may have the inode's handle. */
    boolean issued;

    /** The number of the search that must find the node; otherwise the node is stale. 0 if no search is needed. */
    int search;

    /** The name under which the inode was last found. */
    private Place place;

    /** Further names of the inode; null until a second name is recorded. */
    private List<Place> others;

    /** The inode's link count on the host when it was last found; 1 for a directory. */
    private int links = 1;

    /** The number of names in this directory that belong to nodes. */
    private int children;

    Node(final long inode, final long birthTime, final long generation) {
        this.inode = inode;
        this.birthTime = birthTime;
        this.generation = generation;
    }

    /** Returns the name under which the inode was last found. Returns null for the root and if no name is known. */
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

    /** Replaces the current name with another known name. */
    void tryNextName() {
        if (others != null && !others.isEmpty()) {
            others.add(place);
            place = others.remove(0);
        }
    }

    /** Records the inode's link count on the host. */
    void seen(final int names, final boolean directory) {
        links = directory ? 1 : names;
        search = 0;
    }

    /** Records a name of the inode; a directory has only one. */
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

    /** Records that a name no longer belongs to the inode. */
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
