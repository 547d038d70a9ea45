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
package org.rpcrdma.capture;

import java.io.IOException;
import java.nio.file.Path;

/** A file cannot be used as a capture: the message names the file, what was found in it and what is accepted. */
public final class CaptureException extends IOException {
    private static final long serialVersionUID = 1L;

    CaptureException(final Path file, final String found) {
        super(file + ": " + found);
    }
}
