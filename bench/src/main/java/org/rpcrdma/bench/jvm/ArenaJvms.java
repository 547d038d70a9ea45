// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.management.ObjectName;
import org.rpcrdma.arena.VisibleArena;
import org.rpcrdma.bench.console.InputException;

/** Reads the arenas of this user's JVMs. Connections stay open between reads. Not thread-safe. */
public final class ArenaJvms implements AutoCloseable {
    private final AttachableJvms jvms;
    private final Long pid;
    private final ObjectName names;
    private final Consumer<String> warning;
    private final SortedMap<Long, JvmConnection> connections = new TreeMap<>();
    /** The JVMs that did not answer. They are skipped, because each further attempt would take the full time limit. */
    private final Set<Long> mute = new HashSet<>();

    /**
     * Creates a reader for selected arenas.
     *
     * @param jvms    the JVMs that this process can attach to.
     * @param pid     the only JVM to read, or null for all JVMs.
     * @param pattern the arenas' names, with {@code *} and {@code ?} as wildcards; null for all arenas.
     * @param warning receives one line per JVM that cannot be read.
     */
    public ArenaJvms(final AttachableJvms jvms, final Long pid, final String pattern, final Consumer<String> warning) {
        this.jvms = jvms;
        this.pid = pid;
        this.warning = warning;
        try {
            names = VisibleArena.objectName(pattern == null ? "*" : pattern);
        } catch (final IllegalArgumentException e) {
            throw new InputException("--name must be letters, digits and . _ / - * ?: " + pattern);
        }
    }

    /**
     * Reads the arenas.
     *
     * @return one report per JVM, in order of process ids.
     * @throws IllegalStateException if no JVM shows arenas.
     * @throws InputException if the selected JVM shows no arenas.
     */
    public List<StatReport> read() throws IOException {
        if (pid == null) {
            connectAll();
        } else if (connections.isEmpty()) {
            connections.put(pid, jvms.attach(pid, VisibleObjects.ARENAS, warning));
        }
        final List<StatReport> reports = new ArrayList<>();
        final Iterator<Map.Entry<Long, JvmConnection>> each =
                connections.entrySet().iterator();
        while (each.hasNext()) {
            final Map.Entry<Long, JvmConnection> jvm = each.next();
            try {
                reports.add(jvm.getValue().arenas(jvm.getKey(), names));
            } catch (final IOException e) {
                each.remove(); // the JVM has ended
            }
        }
        if (reports.isEmpty()) {
            throw new IllegalStateException("no JVM of this user shows arenas");
        }
        return reports;
    }

    private void connectAll() {
        final List<Long> asked = jvms.pids().get();
        asked.removeAll(connections.keySet());
        asked.removeAll(mute);
        final SortedMap<Long, String> answers = jvms.devices(asked, VisibleArena.ARENAS_PROPERTY, warning);
        asked.removeAll(answers.keySet());
        mute.addAll(asked);
        answers.forEach((found, arenas) -> {
            if (!arenas.isEmpty()) {
                try {
                    connections.put(found, jvms.attach(new LocalJvm(found, arenas)));
                } catch (final IOException e) {
                    warning.accept(e.getMessage());
                    mute.add(found);
                }
            }
        });
    }

    /** Closes the remaining connections. */
    @Override
    public void close() throws IOException {
        for (final JvmConnection connection : connections.values()) {
            connection.close();
        }
    }
}
