// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import java.util.Map;

/**
 * The figures of an arena in a counters file, or of several that are summed up.
 *
 * @param id      1 or more, of no other arena that the file ever showed.
 * @param name    the name that the program gave it.
 * @param arenas  how many arenas they are: 1, or 0 and more if they are summed up.
 * @param figures the figures that the file has, in their order; a file of an older version may lack some. Sums if the
 *                arenas are summed up, high-water marks included.
 */
public record ArenaReading(long id, String name, long arenas, Map<ArenaFigure, Long> figures) {}
