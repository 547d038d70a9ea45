// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

/** The certainty of a value of the cost model, which depends on its origin. */
public enum Certainty {
    /** Stated by a specification or a product's data sheet, or a constant in Linux. */
    STANDARD,

    /** Measured and published. */
    MEASURED,

    /** Chosen so that the model matches a published curve. */
    FITTED,

    /** Computed from published figures. */
    DERIVED,

    /** Unpublished: an estimate within an order of magnitude. */
    ASSUMED,

    /** Set by the program or its user. */
    SET
}
