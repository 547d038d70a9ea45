// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

/** The source of the mkeys that a device uses for memory registrations. */
public enum RegistrationDesign {
    /**
     * FRMR pools. Mkeys are created on demand, kept for later registrations, and destroyed after a period of disuse.
     */
    FRMR_POOLS("frmr-pools"),

    /**
     * The older design: a cache with size classes. It is filled when the device is attached, and its mkeys are kept
     * until the device is closed.
     */
    PREALLOCATED_CACHE("preallocated-cache");

    private final String label;

    RegistrationDesign(final String label) {
        this.label = label;
    }

    /**
     * Returns the design's name in reports.
     *
     * @return the name, for example {@code frmr-pools}.
     */
    public String label() {
        return label;
    }
}
