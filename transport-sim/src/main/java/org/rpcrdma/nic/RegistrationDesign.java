/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

/** Where a simulated device's memory registrations take their mkeys from. */
public enum RegistrationDesign {
    /** FRMR pools: mkeys are made when they are needed, kept for the next registration, and age. */
    FRMR_POOLS("frmr-pools"),

    /** The older design: a cache of size classes, filled when the device is attached and kept to its end. */
    PREALLOCATED_CACHE("preallocated-cache");

    private final String label;

    RegistrationDesign(final String label) {
        this.label = label;
    }

    /**
     * The design's name in reports.
     *
     * @return for example {@code frmr-pools}.
     */
    public String label() {
        return label;
    }
}
