// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An inode of the host that clients have, or may have, a handle of; with the names that it was last seen under. */
final class Node {
    /** A name in a directory. */
    record Place(Node directory, Path name) {}

    final long inode;
    final long birthTime;

    /** Tells it from others that had the inode's number before. */
    long generation;

    /** True once a client may have its handle. */
    boolean issued;

    /** The search after which it is stale if it has not been found; 0 if it is not missed. */
    int search;

    /** The name that it was last seen under. */
    private Place place;

    /** Further names; null if there have never been any. */
    private List<Place> others;

    /** Names that it had when it was last seen, by the host's count; those of a directory are one. */
    private int links = 1;

    /** Names in this directory that lead to nodes. */
    private int children;

    Node(final long inode, final long birthTime, final long generation) {
        this.inode = inode;
        this.birthTime = birthTime;
        this.generation = generation;
    }

    /** Returns the name that it was last seen under; null for the root, and if no name is known. */
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

    /** Takes another name for the one that it was last seen under. */
    void tryNextName() {
        if (others != null && !others.isEmpty()) {
            others.add(place);
            place = others.remove(0);
        }
    }

    /** Notes how many names the host says that it has. */
    void seen(final int names, final boolean directory) {
        links = directory ? 1 : names;
        search = 0;
    }

    /** Notes a name; a directory has one only. */
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

    /** Notes that a name is not its any more. */
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
