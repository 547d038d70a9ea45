// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the cycles in a graph, which are its strongly connected components with more than one node. Uses Tarjan's
 * algorithm.
 */
final class Circles {
    private final Map<String, ? extends Collection<String>> targets;
    private final Map<String, Integer> order = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> found = new ArrayList<>();

    private Circles(final Map<String, ? extends Collection<String>> targets) {
        this.targets = targets;
    }

    /**
     * Returns the cycles.
     *
     * @param targets the nodes to which each node points.
     */
    static List<Set<String>> of(final Map<String, ? extends Collection<String>> targets) {
        final Circles circles = new Circles(targets);
        for (final String node : targets.keySet()) {
            if (!circles.order.containsKey(node)) {
                circles.visit(node);
            }
        }
        return circles.found;
    }

    private void visit(final String node) {
        final int number = order.size();
        order.put(node, number);
        lowest.put(node, number);
        open.push(node);
        final Collection<String> next = targets.get(node);
        for (final String target : next == null ? List.<String>of() : next) {
            if (!order.containsKey(target)) {
                visit(target);
                lowest.merge(node, lowest.get(target), Math::min);
            } else if (open.contains(target)) {
                lowest.merge(node, order.get(target), Math::min);
            }
        }
        if (lowest.get(node) == number) {
            close(node);
        }
    }

    private void close(final String first) {
        final Set<String> circle = new TreeSet<>();
        String node;
        do {
            node = open.pop();
            circle.add(node);
        } while (!node.equals(first));
        if (circle.size() > 1) {
            found.add(circle);
        }
    }
}
