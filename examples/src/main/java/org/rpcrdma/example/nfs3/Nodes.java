// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The known inodes by number. Every inode is checked once every few minutes, and removed inodes are forgotten. Guarded
 * by the export's lock.
 */
final class Nodes {
    /**
     * The number of recently removed inodes to remember. The host may reuse their numbers within the same tick of its
     * clock.
     */
    private static final int REMOVED = 4096;

    /** The number of rounds in which every node is checked once. */
    private static final int ROUNDS = 300;

    /** The minimum number of nodes to check per round. */
    private static final int LEAST = 200;

    private final Long2ObjectHashMap<Node> byInode = new Long2ObjectHashMap<>();
    private final Map<Long, Long> removed = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Long, Long> eldest) {
            return size() > REMOVED;
        }
    };

    /** The nodes to check in this pass, from the last to the first. */
    private Node[] pass = {};

    private int left;
    private int survivors;
    private int rounds;

    Node get(final long inode) {
        return byInode.get(inode);
    }

    int size() {
        return byInode.size();
    }

    /**
     * Returns the node for an inode that the server found. Creates a new node if the number previously belonged to
     * another inode.
     */
    Node of(final long inode, final long birthTime) {
        final Node known = byInode.get(inode);
        if (known != null && known.birthTime == birthTime) {
            return known;
        }
        final Long before = removed.get(inode);
        final long generation = before == null ? birthTime : Math.max(birthTime, before + 1);
        final Node node = new Node(inode, birthTime, generation);
        if (known != null) {
            known.forgetNames();
        }
        byInode.put(inode, node);
        return node;
    }

    /** Forgets a removed inode, whose number may be reused. */
    void gone(final Node node) {
        forget(node);
        removed.put(node.inode, node.generation);
    }

    /** Forgets an inode without known names. If the server finds it again, it has the same handle. */
    void forget(final Node node) {
        node.forgetNames();
        byInode.remove(node.inode, node);
        if (node.generation != node.birthTime) {
            removed.put(node.inode, node.generation);
        }
    }

    /**
     * Returns the next nodes to check. A pass over all nodes starts every few minutes, or when the number of nodes has
     * doubled.
     */
    List<Node> nextToLookAt() {
        rounds++;
        if (left == 0 && (rounds >= ROUNDS || size() > 2 * survivors + LEAST)) {
            pass = byInode.values().toArray(Node[]::new);
            left = pass.length;
            rounds = 0;
        }
        final int end = left;
        left = Math.max(0, end - Math.max(LEAST, pass.length / ROUNDS));
        final List<Node> some = Arrays.asList(pass).subList(left, end);
        if (left == 0) {
            pass = new Node[0];
            survivors = size();
        }
        return some;
    }
}
