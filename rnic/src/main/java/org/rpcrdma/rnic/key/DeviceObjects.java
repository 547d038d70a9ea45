// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

/**
 * Counts the open objects of a device that have to do with memory.
 */
public final class DeviceObjects {
    private int regions;
    private int fastRegisterRegions;
    private int windows;

    /** Returns the regions of every kind but fast-register regions. */
    public int regions() {
        return regions;
    }

    /** Counts regions that were opened, or closed if the number is negative. */
    public void addRegions(final int number) {
        regions += number;
    }

    public int fastRegisterRegions() {
        return fastRegisterRegions;
    }

    void addFastRegisterRegions(final int number) {
        fastRegisterRegions += number;
    }

    public int windows() {
        return windows;
    }

    void addWindows(final int number) {
        windows += number;
    }
}
