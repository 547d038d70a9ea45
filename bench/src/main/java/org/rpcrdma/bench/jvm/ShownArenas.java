// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.arena.VisibleArena;

/** The arenas that a job makes visible to {@code rpcrdma stat} while it runs. */
public final class ShownArenas implements AutoCloseable {
    /** Shows nothing. */
    public static final ShownArenas NONE = new ShownArenas(false);

    private static final int MAX_LENGTH = 50;

    private final boolean isShowing;
    private final Map<Supplier<ArenaFigures>, VisibleArena> visible = new IdentityHashMap<>();
    private int namesakes;

    public ShownArenas() {
        this(true);
    }

    private ShownArenas(final boolean isShowing) {
        this.isShowing = isShowing;
    }

    /** Shows an arena. If there is one of this name already, a number is appended. */
    public void add(final String name, final Supplier<ArenaFigures> arena) {
        if (isShowing) {
            visible.put(arena, open(name.replaceAll("[^A-Za-z0-9._/-]", "-"), arena));
        }
    }

    private VisibleArena open(final String name, final Supplier<ArenaFigures> arena) {
        final String prefix = name.substring(0, Math.min(MAX_LENGTH, name.length()));
        String free = prefix;
        while (true) {
            try {
                return VisibleArena.open(free, arena);
            } catch (final IllegalStateException e) {
                free = prefix + "/" + ++namesakes;
            }
        }
    }

    public void remove(final Supplier<ArenaFigures> arena) {
        final VisibleArena shown = visible.remove(arena);
        if (shown != null) {
            shown.close();
        }
    }

    @Override
    public void close() {
        visible.values().forEach(VisibleArena::close);
        visible.clear();
    }
}
