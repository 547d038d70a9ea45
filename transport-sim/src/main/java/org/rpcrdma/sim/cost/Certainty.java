// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

/** How sure a value of the cost model is: where it comes from. */
public enum Certainty {
    /** A specification, a product's data or a constant of Linux says so. */
    STANDARD,

    /** Measured and published. */
    MEASURED,

    /** With it the model agrees with a published curve. */
    FITTED,

    /** Computed from published figures. */
    DERIVED,

    /** Unpublished: an estimate within an order of magnitude. */
    ASSUMED,

    /** The program or its user has set it. */
    SET
}
