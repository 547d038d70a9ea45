// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

/** Counts a device's open regions, windows and keys. */
public final class DeviceObjects {
    private int regions;
    private int fastRegisterRegions;
    private int windows;

    /** Returns the number of regions of all kinds except fast-register regions. */
    public int regions() {
        return regions;
    }

    /** Adds a number to the count of open regions. The number is negative if regions have been closed. */
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
