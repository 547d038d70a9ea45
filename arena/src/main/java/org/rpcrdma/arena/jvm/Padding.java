// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.jvm;

/**
 * Keeps the fields of subclasses out of the preceding object's cache lines. The first field fills the gap after the
 * object header, where the JVM would otherwise place a subclass's field.
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

    /** Creates the padding. */
    protected Padding() {}
}
