// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.arena.VisibleArena;

/**
 * The arenas that a job exposes to {@code rpcrdma stat} while it runs. Registering a bean takes about 50 us, so only 64
 * arenas have their own beans. Further arenas are summed up as {@value #OTHERS} until one of the 64 is removed.
 * Thread-safe.
 */
public final class ShownArenas implements AutoCloseable {
    /** An instance that exposes no arenas. */
    public static final ShownArenas NONE = new ShownArenas(0);

    static final String OTHERS = "others";

    private static final int MAX_VISIBLE = 64;
    private static final int MAX_LENGTH = 50;

    private final int mostVisible;
    private final Map<Supplier<ArenaFigures>, VisibleArena> visible = new LinkedHashMap<>();
    /** The summed arenas and their names. */
    private final Map<Supplier<ArenaFigures>, String> others = new LinkedHashMap<>();

    private VisibleArena sum;
    private int namesakes;

    public ShownArenas() {
        this(MAX_VISIBLE);
    }

    private ShownArenas(final int mostVisible) {
        this.mostVisible = mostVisible;
    }

    /** Exposes an arena. If the name is already in use, a number is appended to it. */
    public synchronized void add(final String name, final Supplier<ArenaFigures> arena) {
        if (visible.containsKey(arena) || others.containsKey(arena)) {
            throw new IllegalArgumentException("arena is already visible: name=" + name);
        }
        if (visible.size() < mostVisible) {
            visible.put(arena, open(name, arena));
        } else if (mostVisible > 0) {
            others.put(arena, name);
            if (sum == null) {
                sum = open(OTHERS, this::sumOfOthers);
            }
        }
    }

    private static VisibleArena openFree(final String name, final Supplier<ArenaFigures> arena) {
        try {
            return VisibleArena.open(name, arena);
        } catch (final IllegalStateException e) {
            return null; // the name is already in use
        }
    }

    private VisibleArena open(final String name, final Supplier<ArenaFigures> arena) {
        final String letters = name.replaceAll("[^A-Za-z0-9._/-]", "-");
        final String prefix = letters.substring(0, Math.min(MAX_LENGTH, letters.length()));
        VisibleArena opened = openFree(prefix, arena);
        while (opened == null) {
            opened = openFree(prefix + "/" + ++namesakes, arena);
        }
        return opened;
    }

    private synchronized ArenaFigures sumOfOthers() {
        return others.keySet().stream().map(Supplier::get).reduce(ArenaFigures.NONE, ArenaFigures::plus);
    }

    public synchronized void remove(final Supplier<ArenaFigures> arena) {
        final VisibleArena shown = visible.remove(arena);
        if (shown != null) {
            shown.close();
            showNext();
        } else if (others.remove(arena) != null) {
            closeEmptySum();
        }
    }

    private void showNext() {
        final Iterator<Map.Entry<Supplier<ArenaFigures>, String>> first =
                others.entrySet().iterator();
        if (first.hasNext()) {
            final Map.Entry<Supplier<ArenaFigures>, String> next = first.next();
            first.remove();
            add(next.getValue(), next.getKey());
            closeEmptySum();
        }
    }

    private void closeEmptySum() {
        if (others.isEmpty()) {
            sum.close();
            sum = null;
        }
    }

    @Override
    public synchronized void close() {
        visible.values().forEach(VisibleArena::close);
        visible.clear();
        others.clear();
        if (sum != null) {
            sum.close();
        }
    }
}
