// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

/** The certainty of a value in the cost model, which depends on the value's source. */
public enum Certainty {
    /** Stated in a specification or in a product's data sheet, or defined as a constant in Linux. */
    STANDARD,

    /** Measured and published. */
    MEASURED,

    /** Chosen so that the model reproduces a published curve. */
    FITTED,

    /** Computed from published figures. */
    DERIVED,

    /** Not published: an estimate that should be correct within an order of magnitude. */
    ASSUMED,

    /** Set by the program or its user. */
    SET
}
