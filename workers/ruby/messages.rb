# frozen_string_literal: true

# Messages as docs/protocol.md has them: a line of JSON each. The library json is not used, because it gives every object of a snippet
# methods. What the scheduler sends is well formed.
module CmptheseHost
  PLAIN = { "n" => "\n", "t" => "\t", "r" => "\r", "b" => "\b", "f" => "\f" }.freeze
  TOKEN = /
    \G[\s,:]*
    (?:(?<text>"(?:[^"\\]|\\.)*+")
      | (?<float>-?\d+(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+))
      | (?<whole>-?\d+)
      | (?<word>\w+)
      | (?<mark>[\[\]{}]))
  /x
  ESCAPE = /\\(?:u([dD][89abAB]\h\h)\\u([dD][c-fC-F]\h\h)|u(\h{4})|(.))/m

  class << self
    def read_json(line)
      line = line.dup.force_encoding(Encoding::UTF_8)
      @at = 0
      json_value(line, json_token(line))
    end

    def json_token(line)
      token = TOKEN.match(line.byteslice(@at..)) or raise "a request that is no JSON"
      @at += token[0].bytesize
      token
    end

    def json_value(line, token)
      return json_unescape(token[:text]) if token[:text]
      return token[:float].to_f if token[:float]
      return token[:whole].to_i if token[:whole]
      return { "true" => true, "false" => false }[token[:word]] if token[:word]

      token[:mark] == "{" ? json_table(line) : json_list(line)
    end

    def json_list(line)
      list = []
      until (token = json_token(line))[:mark] == "]"
        list << json_value(line, token)
      end
      list
    end

    def json_table(line)
      table = {}
      until (token = json_token(line))[:mark] == "}"
        table[json_unescape(token[:text])] = json_value(line, json_token(line))
      end
      table
    end

    def json_unescape(text)
      text[1..-2].gsub(ESCAPE) do
        high, low, code, letter = $1, $2, $3, $4
        next PLAIN.fetch(letter, letter) if letter

        [high ? 0x10000 + ((high.hex & 0x3ff) << 10) + (low.hex & 0x3ff) : code.hex].pack("U")
      end
    end

    # A text of JSON.
    def json_text(text)
      "\"#{in_utf8(text).gsub(/[\x00-\x1f"\\\x7f]/) { |character| Kernel.format('\\u%04x', character.ord) }}\""
    end

    # Bytes that are no text are taken as Latin-1.
    def in_utf8(text)
      text = text.encoding == Encoding::BINARY ? text.dup.force_encoding(Encoding::UTF_8) : text.encode(Encoding::UTF_8)
      text.valid_encoding? ? text : text.dup.force_encoding(Encoding::ISO_8859_1).encode(Encoding::UTF_8)
    rescue EncodingError
      text.dup.force_encoding(Encoding::ISO_8859_1).encode(Encoding::UTF_8)
    end
  end
end
