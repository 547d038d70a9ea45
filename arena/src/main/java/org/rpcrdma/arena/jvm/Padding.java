// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.jvm;

/**
 * Keeps the fields of its subclasses out of the cache lines of the object before. The first field fills the gap behind
 * the object's header, which a subclass's field would be put into otherwise.
 */
@SuppressWarnings("unused")
public abstract class Padding {
    private int p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;
    private long p7;
    private long p8;

    /** Made by subclasses. */
    protected Padding() {}
}
