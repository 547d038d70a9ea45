// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

/** The source of the mkeys for a device's memory registrations. */
public enum RegistrationDesign {
    /** FRMR pools: mkeys are created on demand, kept for later registrations, and destroyed if unused for some time. */
    FRMR_POOLS("frmr-pools"),

    /**
     * The older design: a cache of size classes, which is filled when the device is attached and kept until the device
     * is closed.
     */
    PREALLOCATED_CACHE("preallocated-cache");

    private final String label;

    RegistrationDesign(final String label) {
        this.label = label;
    }

    /**
     * Returns the design's name in reports.
     *
     * @return for example {@code frmr-pools}.
     */
    public String label() {
        return label;
    }
}
