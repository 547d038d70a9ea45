// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
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

    private final List<Place> places = new ArrayList<>(1);

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
        return places.isEmpty() ? null : places.get(places.size() - 1);
    }

    int names() {
        return places.size();
    }

    boolean hasUnknownNames() {
        return links > places.size();
    }

    boolean hasChildren() {
        return children > 0;
    }

    /** Takes another name for the one that it was last seen under. */
    void tryNextName() {
        Collections.rotate(places, 1);
    }

    /** Notes how many names the host says that it has. */
    void seen(final int names, final boolean directory) {
        links = directory ? 1 : names;
        search = 0;
    }

    /** Notes a name; a directory has one only. */
    void seenAt(final Place place, final boolean directory) {
        if (place.equals(place())) {
            return;
        }
        if (directory) {
            forgetNames();
        } else {
            goneFrom(place);
        }
        places.add(place);
        place.directory.children++;
    }

    /** Notes that a name is not its any more. */
    void goneFrom(final Place place) {
        if (places.remove(place)) {
            place.directory.children--;
        }
    }

    void forgetNames() {
        places.forEach(place -> place.directory.children--);
        places.clear();
    }

    boolean isWithin(final Node ancestor) {
        Node at = this;
        while (at != ancestor && at.place() != null) {
            at = at.place().directory();
        }
        return at == ancestor;
    }
}
